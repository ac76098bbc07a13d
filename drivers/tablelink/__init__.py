"""Our open device protocol: one session, four devices. See PROTOCOL.md."""
