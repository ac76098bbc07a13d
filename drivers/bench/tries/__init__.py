"""What a technician tries with one device: each gives the lines that a report is made of."""
