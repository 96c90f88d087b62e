/** An external virus scanner, in addition to our own checks. */
export interface VirusScanner {
  /** The name of what was found; undefined for a clean file. @throws ProductError('unavailable') when nobody can tell */
  scan(path: string): Promise<string | undefined>
}
