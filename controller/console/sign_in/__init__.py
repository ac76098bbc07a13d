"""Who is at which screen: names, PINs, badges and sessions."""
