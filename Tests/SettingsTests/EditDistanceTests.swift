import Settings
import Testing

@Suite struct EditDistanceTests {
  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("port", "port", 0), ("port", "prot", 1), ("port", "por", 1),
    ("port", "ports", 1), ("port", "pert", 1), ("devices", "device", 1), ("kitten", "sitting", 3),
    ("abc", "cab", 2),
  ])
  func `a slip of the pen costs one for each letter or swap`(_ left: String, _ right: String, _ edits: Int) {
    #expect(EditDistance.between(left, right) == edits)
    #expect(EditDistance.between(right, left) == edits)
  }

  @Test func `what follows the 64th letter does not count`() {
    let long = String(repeating: "a", count: 64)
    #expect(EditDistance.between(long + "b", long + "cd") == 0)
  }
}
