/** Rows as PostgreSQL hands them over in one JSON text: JSON.parse is far cheaper than a parser per column. */

export interface CardRow {
  id: number
  slug: string
  title: string
  status: 'draft' | 'published' | 'unlisted' | 'blocked' | 'deleted'
  currency: string
  price_cents: number
  /** What it costs now, what that is reduced from, and when its sale ends: the view `material_price`. */
  asked_cents: number
  before_cents: number | null
  sale_ends: string | null
  cover_key: string | null
  rating_sum: number
  rating_count: number
  is_bundle: boolean
  interactive_id: number | null
  page_count: number
  formats: string[]
  has_solutions: boolean
  material_type: string
  subjects: string[]
  grades: string[]
  created_at: string
  author_id: number
  author_name: string
  author_slug: string
  /** Where the author's page is: not always the material's own world. */
  author_world: string
}

export interface AuthorRow {
  id: number
  world: string
  name: string
  slug: string
  subtitle: string
  description: string
  image_key: string | null
  background_key: string | null
  author_since: string
  total_materials: number
  total_followers: number
  is_certified: boolean
  /** Null: not away now. */
  away: { until: string; text: string } | null
}

/** A review with its writer's name; times as PostgreSQL or its JSON hands them over. */
export interface ReviewRow {
  id: number
  account_id: number
  author: string
  rating: number
  text: string
  language: string
  reply: string | null
  replied_at: Date | string | null
  helpful_count: number
  edited_at: Date | string | null
  created_at: Date | string
}

/** A question with its asker's name. */
export interface QuestionRow {
  id: number
  account_id: number
  author: string
  text: string
  created_at: Date | string
  answer: string | null
  answered_at: Date | string | null
}

/** One page to look at before buying. */
export interface PreviewRow {
  image_key: string
  width: number
  height: number
  /** The page's number less one. */
  position: number
  is_shown: boolean
  is_solution: boolean
  /** In the author's words. */
  alt?: string | null | undefined
}

export interface DetailRow extends CardRow {
  world: string
  description: string
  language: string
  school_types: string[]
  learning_years: string[]
  curricula: string[]
  keywords: string[]
  lesson_minutes: number | null
  ai_use: 'none' | 'helped' | 'mostly' | null
  image_sources: string
  updated_at: string
  published_at: string | null
  files: {
    id: number
    type: 'material_file' | 'sources' | 'cover'
    name: string
    media_type: string
    size_bytes: number
    page_count: number | null
    is_tagged: boolean | null
    has_title: boolean | null
    has_language: boolean | null
    has_text: boolean | null
  }[]
  previews: PreviewRow[]
  cover_alt: string | null
  star_counts: number[]
  /** The newest ones. */
  reviews: ReviewRow[]
  /** Answered ones, the newest first. */
  questions: QuestionRow[]
  /** Of a bundle: what its parts cost at least in the last 30 days, together; null: not known, or no bundle. */
  parts_cents: number | null
  bundle_ids: number[]
  additional_price_cents: number | null
  school_price_cents: number | null
  video_key: string | null
  video_type: 'video/mp4' | 'video/webm' | null
  sales_count: number
  /** Newest first. */
  versions: {
    created_at: string
    added: string[]
    removed: string[]
    note: string
    unit_version: number | null
  }[]
}

export interface PageRow extends DetailRow {
  author: AuthorRow
  from_author_ids: number[]
  in_bundles: { id: number; part_ids: number[]; parts_cents: number | null }[]
}
