/// A statement whose rows are being read.
protocol UnreadStatement: AnyObject {}
