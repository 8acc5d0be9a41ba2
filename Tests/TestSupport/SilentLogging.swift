import Logging

/// Nothing of what a test's governor logs is printed, unless the test gives it a logger: in a run that passes a reader would
/// take the warnings that were provoked for failures.
@_cdecl("orda_tests_begin")
func beginTests() { LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() } }
