// The server is every file's business here.
@_exported public import MariaDBTestServer
