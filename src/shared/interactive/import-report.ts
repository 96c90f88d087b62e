/** What became of one thing of a file. */
export interface ImportLine {
  /** Its name or its first words. */
  name: string
  outcome: 'converted' | 'simplified' | 'skipped'
  /** Why it is not as it was. */
  reason?: ImportReason
  /** What else of it is not. */
  others?: ImportReason[]
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
  | 'media'
  | 'sound'
  | 'labels'
  | 'places'
  | 'gaps'
  | 'groups'
  | 'scoring'
  | 'feedback'
  | 'settings'
  | 'patterns'
  | 'word_feedback'
  | 'passing'
  | 'helping_words'
  | 'too_many'

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
