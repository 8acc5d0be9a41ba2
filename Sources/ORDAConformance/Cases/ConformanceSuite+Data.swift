extension ConformanceSuite {
  /// What goes in and comes out: URLs, values, parameters, results, texts.
  static let dataCases: [ConformanceCase] = [
    openingCases, integerCases, numberCases, byteCases, momentCases, strictnessCases, nullCases, parameterCases,
    listCases, injectionCases, textCases, resultCases, rowCases, keyCases, scriptCases, chunkReadingCases,
    chunkWritingCases,
  ].flatMap { $0 }
}
