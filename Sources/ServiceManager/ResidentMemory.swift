import CLinux

/// The memory that a process holds without needing it.
package enum ResidentMemory {
  /// Lets go of what only the start has used: code and tables of the program and its libraries, which come back
  /// from the file page by page where they are needed again, and free memory of the heap.
  package static func release() { clinux_release_resident_pages() }
}
