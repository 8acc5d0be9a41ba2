// What tests of all targets have in common is every file's business here, and so is the scripted database.
@_exported public import ORDATesting
@_exported public import TestSupport
