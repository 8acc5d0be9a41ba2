// The client library, found where pkg-config says; its headers are included by the C of the floor itself.
