interface InteractiveFlags {
  interactiveId: number | null
  /** An exercise with files, sold as one. */
  isBundleInteractive: boolean
  /** An exercise and nothing else. */
  isStandaloneInteractive: boolean
}

/** What the wire says of a material's exercise; never both of the flags, and neither without one. */
export function interactiveFlags(interactiveId: number | null, fileCount: number): InteractiveFlags {
  const isThere = interactiveId !== null
  return {
    interactiveId,
    isBundleInteractive: isThere && fileCount > 0,
    isStandaloneInteractive: isThere && fileCount === 0,
  }
}
