// The client library, found where pkg-config says; its header is included by the C of the floor itself.
