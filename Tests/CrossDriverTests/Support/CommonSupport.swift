// What tests of all targets have in common is every file's business here.
@_exported public import TestSupport
