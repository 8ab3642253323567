import Testing

/// `#expect` cannot take calls that change something; these two take their results.
func holds(_ result: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(result, sourceLocation: sourceLocation)
}

func mustHold(_ result: Bool, sourceLocation: SourceLocation = #_sourceLocation) throws {
  try #require(result, sourceLocation: sourceLocation)
}
