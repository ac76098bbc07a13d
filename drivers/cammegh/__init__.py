"""Cammegh wheels: lines of ASCII at 9600 8N1. Facts from the maker's guides and from captures."""
