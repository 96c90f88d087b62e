/** What became of one thing of a file. */
export interface ImportLine {
  /** Its name or its first words. */
  name: string
  outcome: 'converted' | 'simplified' | 'skipped'
  /** Why it is not as it was. */
  reason?: ImportReason
  /** What else of it is not. */
  others?: ImportReason[]
  /** So many things of one fate, where a line each would be more than anybody reads; their names are left out. */
  count?: number
}

export type ImportReason =
  | 'unknown_type'
  | 'speech'
  | 'branching'
  | 'views'
  | 'outside'
  | 'notes'
  | 'computed'
  | 'pool'
  | 'program'
  | 'unreadable'
  | 'incomplete'
  | 'pictures'
  | 'drawing'
  | 'media'
  | 'sound'
  | 'labels'
  | 'places'
  | 'gaps'
  | 'empty_gaps'
  | 'highlights'
  | 'one_area'
  | 'groups'
  | 'scoring'
  | 'feedback'
  | 'settings'
  | 'patterns'
  | 'word_feedback'
  | 'passing'
  | 'helping_words'
  | 'rows'
  | 'matching'
  | 'sheet'
  | 'too_many'

/** The reasons that hold of one task, in this order. */
export function reasonsThatHold(found: Partial<Record<ImportReason, boolean>>): ImportReason[] {
  return (Object.keys(found) as ImportReason[]).filter((reason) => found[reason])
}

/** How many things of a file came to this end. */
export function countOf(report: readonly ImportLine[], outcome: ImportLine['outcome']): number {
  return report.reduce((sum, line) => sum + (line.outcome === outcome ? (line.count ?? 1) : 0), 0)
}

/** Why a whole file is not read. */
export type ImportRefusal =
  | 'not_a_package'
  | 'broken_package'
  | 'too_large'
  | 'bad_path'
  | 'has_virus'
  | 'has_password'
  | 'no_content'
  | 'has_doctype'
  | 'unknown_format'
