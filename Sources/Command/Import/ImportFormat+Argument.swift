import ArgumentParser
import ORDAImport

extension ImportFormat: ExpressibleByArgument {}
