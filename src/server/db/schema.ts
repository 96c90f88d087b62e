import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { ReportReason } from '#shared/contract/feedback.ts'
import type { AppealSide, CaseKind, Ground, Outcome, TargetKind } from '#shared/contract/moderation.ts'
import type { NotificationKind } from '#shared/contract/notification.ts'
import type { SocialProvider } from '#shared/contract/user.ts'
import type { Role, SchoolRole } from '#shared/roles.ts'
import type { AiUse } from '#shared/rules/ai-use.ts'
import type { Licence } from '#shared/rules/licence.ts'
import type { SaleTreatment } from '#shared/rules/sale-tax.ts'
import type { ProgramScope } from '#shared/scopes.ts'

/**
 * The tables of migrations/, in the database's own snake_case: a mapping plugin would walk every row of every
 * read, so `view.ts` of each feature is where names change.
 */
export interface Database {
  account: AccountTable
  school: SchoolTable
  school_account: SchoolAccountTable
  author_profile: AuthorProfileTable
  author_follow: AuthorFollowTable
  author_section: AuthorSectionTable
  author_section_item: AuthorSectionItemTable
  author_pin: AuthorPinTable
  author_announcement: AuthorAnnouncementTable
  author_trader: AuthorTraderTable
  author_domain: AuthorDomainTable
  session: SessionTable
  email_token: EmailTokenTable
  totp: TotpTable
  second_step_failure: SecondStepFailureTable
  recovery_code: RecoveryCodeTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  oauth_client: OauthClientTable
  refresh_token: RefreshTokenTable
  authorization_code: AuthorizationCodeTable
  social_identity: SocialIdentityTable
  social_link: SocialLinkTable
  taxonomy_term: TaxonomyTermTable
  material: MaterialTable
  material_file: MaterialFileTable
  material_former_file: MaterialFormerFileTable
  author_upload: AuthorUploadTable
  upload: UploadTable
  listing_review: ListingReviewTable
  stamped_file: StampedFileTable
  material_preview: MaterialPreviewTable
  page_look: PageLookTable
  bundle_item: BundleItemTable
  material_version: MaterialVersionTable
  review: ReviewTable
  review_vote: ReviewVoteTable
  material_question: MaterialQuestionTable
  material_note: MaterialNoteTable
  material_report: MaterialReportTable
  moderation_case: ModerationCaseTable
  moderation_decision: ModerationDecisionTable
  material_price_change: MaterialPriceChangeTable
  post: PostTable
  post_version: PostVersionTable
  post_picture: PostPictureTable
  post_like: PostLikeTable
  comment: CommentTable
  comment_like: CommentLikeTable
  material_search: MaterialSearchTable
  material_similar: MaterialSimilarTable
  material_sample: MaterialSampleTable
  hub: HubTable
  hub_material: HubMaterialTable
  search_word: SearchWordTable
  search_name: SearchNameTable
  search_synonym: SearchSynonymTable
  saved_search: SavedSearchTable
  favorite: FavoriteTable
  favorite_share: FavoriteShareTable
  folder: FolderTable
  folder_material: FolderMaterialTable
  statistic_day: StatisticDayTable
  statistic_month: StatisticDayTable
  statistic_origin_month: StatisticOriginTable
  statistic_origin: StatisticOriginTable
  statistic_waiting: StatisticWaitingTable
  sale_waiting: { id: Generated<number>; world: string; material_id: number }
  unit: UnitTable
  course: CourseTable
  course_pass: CoursePassTable
  course_progress: CourseProgressTable
  unit_version: UnitVersionTable
  unit_shadow: UnitShadowTable
  unit_asset: UnitAssetTable
  unit_task_origin: UnitTaskOriginTable
  task_sketch: TaskSketchTable
  room_code: { code: string; free_at: NullableTimestamp }
  room: RoomTable
  room_participant: RoomParticipantTable
  room_seat: { world: string; room_id: number; seat: number; pin: string }
  room_answer: RoomAnswerTable
  room_file: RoomFileTable
  cart: CartTable
  cart_item: CartItemTable
  cart_saved: CartSavedTable
  cart_awaited: CartAwaitedTable
  voucher: VoucherTable
  voucher_use: VoucherUseTable
  credit_lot: CreditLotTable
  credit_use: CreditUseTable
  gift_card: GiftCardTable
  gift_card_sale: GiftCardSaleTable
  tax_rate: TaxRateTable
  publication_material: PublicationMaterialTable
  tax_evidence: TaxEvidenceTable
  vat_id_check: VatIdCheckTable
  exchange_rate: ExchangeRateTable
  number_series: NumberSeriesTable
  purchase_order: PurchaseOrderTable
  order_item: OrderItemTable
  payment: PaymentTable
  payment_event: PaymentEventTable
  invoice_purchase: InvoicePurchaseTable
  invoice_transfer: InvoiceTransferTable
  payment_dispute: PaymentDisputeTable
  reconciliation: ReconciliationTable
  operator_task: OperatorTaskTable
  sandbox_payment: SandboxPaymentTable
  entitlement: EntitlementTable
  ledger_transaction: LedgerTransactionTable
  ledger_entry: LedgerEntryTable
  refund: RefundTable
  refund_item: RefundItemTable
  refund_rule: RefundRuleTable
  refund_request: RefundRequestTable
  ledger_closing: LedgerClosingTable
  sandbox_refund: SandboxRefundTable
  billing_address: BillingAddressTable
  tax_document: TaxDocumentTable
  seller_bank: SellerBankTable
  seller_connect: SellerConnectTable
  seller_tax: SellerTaxTable
  seller_payout_setting: SellerPayoutSettingTable
  payout_batch: PayoutBatchTable
  payout: PayoutTable
  payout_event: PayoutEventTable
  idempotency_key: IdempotencyKeyTable
  mail: MailTable
  mail_recipient: MailRecipientTable
  mail_optout: MailOptoutTable
  mail_consent: MailConsentTable
  rating_request: RatingRequestTable
  free_download: FreeDownloadTable
  recommendation: RecommendationTable
  help_vote: HelpVoteTable
  notification: NotificationTable
  notification_box: NotificationBoxTable
  notification_mute: NotificationMuteTable
  data_export: DataExportTable
  terms_acceptance: TermsAcceptanceTable
  personalisation: PersonalisationTable
  login_as: LoginAsTable
  login_as_request: LoginAsRequestTable
}

/** timestamptz that must be given. */
type Timestamp = ColumnType<Date, Date | string, Date | string>
/** timestamptz with a default. */
type DefaultTimestamp = ColumnType<Date, Date | string | undefined, Date | string>
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>
type JsonObject = Record<string, unknown>
/** jsonb holding an object; `pg` writes it as JSON by itself. */
type DefaultJson = ColumnType<JsonObject, JsonObject | string | undefined, JsonObject | string>

export interface SchoolTable {
  world: string
  id: Generated<number>
  name: string
  created_at: DefaultTimestamp
}

/** A member's place in a school. */
export interface SchoolAccountTable {
  account_id: number
  world: string
  school_id: number
  role: Generated<SchoolRole>
  is_verified: Generated<boolean>
  created_at: DefaultTimestamp
}

export interface AccountTable {
  id: Generated<number>
  world: string
  email: string
  password_hash: Nullable<string>
  public_name: string
  slug: string
  image_key: Nullable<string>
  is_seller: Generated<boolean>
  role: Generated<Role>
  creation_source: Generated<string>
  agb_accepted_version: Nullable<string>
  agb_accepted_at: NullableTimestamp
  email_confirmed_at: NullableTimestamp
  disabled_at: NullableTimestamp
  /** Of members who are no authors. */
  is_private_profile: Generated<boolean>
  /** Stands in the link the member invites others with. */
  referral_code: Generated<string>
  referred_by: Nullable<number>
  referred_at: NullableTimestamp
  /** The account is closed; what is known of the person goes then. */
  erase_at: NullableTimestamp
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

export interface AuthorProfileTable {
  account_id: number
  world: string
  public_name: string
  slug: string
  subtitle: Generated<string>
  description: Generated<string>
  image_key: Nullable<string>
  background_key: Nullable<string>
  is_private_profile: Generated<boolean>
  teachable_certified: Generated<boolean>
  author_since: DefaultTimestamp
  facebook_profile: Nullable<string>
  instagram_profile: Nullable<string>
  pinterest_profile: Nullable<string>
  total_materials: Generated<number>
  total_followers: Generated<number>
  total_followings: Generated<number>
  /** After several strikes: until then nothing new is published. */
  publishing_paused_until: NullableTimestamp
  /** Away from the first moment on, up to the second. */
  away_from: NullableTimestamp
  away_until: NullableTimestamp
  away_text: Generated<string>
  /** As the pages were last made. */
  is_away: Generated<boolean>
  /** The desk's word; null: what is published already speaks (shared/rules/listing-trust.ts). */
  listing_trust: Nullable<'trusted' | 'reviewed'>
}

export interface AuthorAnnouncementTable {
  id: Generated<number>
  world: string
  author_id: number
  text: string
  state: Generated<'shown' | 'deleted' | 'blocked'>
  created_at: DefaultTimestamp
}

export interface AuthorPinTable {
  world: string
  author_id: number
  material_id: number
  position: number
}

/** Kept counts: total_followers and total_followings of author_profile, by a trigger; members alone are counted. */
export interface AuthorFollowTable {
  world: string
  owner: string
  author_id: number
  created_at: DefaultTimestamp
}

export interface AuthorSectionTable {
  id: Generated<number>
  world: string
  author_id: number
  title: string
  position: number
}

export interface AuthorSectionItemTable {
  world: string
  section_id: number
  material_id: number
}

export interface AuthorTraderTable {
  author_id: number
  world: string
  legal_name: string
  address: string
  email: string
  phone: Nullable<string>
  trade_register: Nullable<string>
  vat_id: Nullable<string>
  certified_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

export interface AuthorDomainTable {
  host: string
  world: string
  author_id: number
  created_at: DefaultTimestamp
}

export interface SessionTable {
  token_hash: Buffer
  account_id: Nullable<number>
  scope: 'public' | 'full'
  grant_type: string
  platform: Nullable<string>
  /** The admin who acts in the account's name. */
  impersonator_id: Nullable<number>
  login_as_id: Nullable<number>
  user_agent: Nullable<string>
  /** Null: when the session began. */
  authenticated_at: NullableTimestamp
  second_factor: Generated<boolean>
  /** The program it was opened for; null: our own. */
  client_id: Nullable<string>
  /** What the program may; null: our own, everything. */
  scopes: Nullable<ProgramScope[]>
  refreshable_until: NullableTimestamp
  created_at: DefaultTimestamp
  last_seen_at: DefaultTimestamp
  expires_at: Timestamp
}

export interface EmailTokenTable {
  token_hash: Buffer
  purpose: MailTokenPurpose
  account_id: number
  payload: DefaultJson
  created_at: DefaultTimestamp
  expires_at: Timestamp
  used_at: NullableTimestamp
}

/** What the link of a mail may do; each works once. */
export type MailTokenPurpose =
  | 'confirm_registration'
  | 'reset_password'
  | 'change_email'
  | 'stop_email_change'
  | 'complete_registration'
  | 'keep_account'

export interface TotpTable {
  account_id: number
  /** Sealed with the product's key. */
  secret: Buffer
  confirmed_at: NullableTimestamp
  last_step: Generated<number>
  created_at: DefaultTimestamp
}

export interface SecondStepFailureTable {
  account_id: number
  failures: Generated<number>
  failed_at: DefaultTimestamp
}

export interface RecoveryCodeTable {
  account_id: number
  code_hash: Buffer
  used_at: NullableTimestamp
}

export interface PasskeyTable {
  id: string
  account_id: number
  public_key: Buffer
  counter: number
  transports: Generated<string[]>
  name: string
  created_at: DefaultTimestamp
  last_used_at: NullableTimestamp
}

export interface PasskeyChallengeTable {
  challenge: string
  account_id: Nullable<number>
  expires_at: Timestamp
}

export interface OauthClientTable {
  id: string
  name: string
  redirect_uris: string[]
  secret_hash: Nullable<Buffer>
  created_at: DefaultTimestamp
  disabled_at: NullableTimestamp
}

export interface RefreshTokenTable {
  token_hash: Buffer
  session_hash: Buffer
  created_at: DefaultTimestamp
  used_at: NullableTimestamp
}

export interface AuthorizationCodeTable {
  code_hash: Buffer
  client_id: string
  account_id: number
  redirect_uri: string
  code_challenge: string
  scopes: ProgramScope[]
  session_hash: Nullable<Buffer>
  created_at: DefaultTimestamp
  expires_at: Timestamp
  used_at: NullableTimestamp
}

export interface SocialIdentityTable {
  provider: SocialProvider
  subject: string
  account_id: number
  created_at: DefaultTimestamp
  last_used_at: DefaultTimestamp
}

export interface SocialLinkTable {
  token_hash: Buffer
  world: string
  provider: SocialProvider
  subject: string
  email: string
  public_name: string
  created_at: DefaultTimestamp
  expires_at: Timestamp
  used_at: NullableTimestamp
}

export type TermKind = 'school_type' | 'class_grade' | 'learning_years' | 'material_type' | 'subject'

export interface TaxonomyTermTable {
  term_id: Generated<number>
  world: string
  kind: TermKind
  id: string
  name: string
  short: Nullable<string>
  slug: Nullable<string>
  concept: Nullable<string>
  sort: number
  active: Generated<boolean>
  hreflang: Generated<boolean>
  data: DefaultJson
}

export type MaterialStatus = 'draft' | 'published' | 'unlisted' | 'blocked' | 'deleted'

export interface MaterialTable {
  id: Generated<number>
  world: string
  author_id: number
  title: string
  slug: string
  description: Generated<string>
  status: Generated<MaterialStatus>
  language: string
  material_type: string
  subjects: Generated<string[]>
  grades: Generated<string[]>
  school_types: Generated<string[]>
  learning_years: Generated<string[]>
  keywords: Generated<string[]>
  currency: string
  price_cents: number
  is_price_said: Generated<boolean>
  sale_price_cents: Nullable<number>
  sale_until: NullableTimestamp
  /** Since when what is asked now is asked; kept by the database from material_price_change, as the next. */
  asked_since: NullableTimestamp
  /** The lowest price of the 30 days before that; null: not known for all of them. */
  prior_price_cents: Nullable<number>
  /** A sale that begins later; nobody but the author knows of it. */
  planned_sale_cents: Nullable<number>
  planned_sale_from: NullableTimestamp
  planned_sale_until: NullableTimestamp
  /** Null: the default percentage of shared/rules/licence.ts. */
  additional_price_cents: Nullable<number>
  school_price_cents: Nullable<number>
  /** An operator's verdict; null: only the files speak. */
  is_bundle: Generated<boolean>
  interactive_id: Nullable<number>
  course_id: Nullable<number>
  may_copy_interactive: Generated<boolean>
  page_count: Generated<number>
  /** What its files are: shared/rules/search-attributes.ts. */
  formats: Generated<string[]>
  /** Found in the PDF, or said by its author. */
  has_solutions: Generated<boolean>
  /** Page numbers; null: shared/rules/preview-pages.ts decides. */
  preview_pages: Nullable<number[]>
  solution_pages: Nullable<number[]>
  /** By page, the first of page 1; empty: none. */
  page_alts: Generated<string[]>
  curricula: Generated<string[]>
  /** How long a class works with it, as its author says. */
  lesson_minutes: Nullable<number>
  /** Buyers get its PDFs with their name on each page. */
  stamps_files: Generated<boolean>
  is_own_work: Generated<boolean>
  image_sources: Generated<string>
  /** Null: not said yet. */
  ai_use: Nullable<AiUse>
  cover_key: Nullable<string>
  /** Both or none. */
  video_key: Nullable<string>
  video_type: Nullable<'video/mp4' | 'video/webm'>
  video_bytes: Generated<number>
  preview_state: Generated<'pending' | 'ready' | 'failed'>
  rating_sum: Generated<number>
  rating_count: Generated<number>
  /** Reviews with 1, 2, ... 5 stars. */
  star_counts: Generated<number[]>
  sales_count: Generated<number>
  popularity: Generated<number>
  version: Generated<number>
  published_at: NullableTimestamp
  deleted_at: NullableTimestamp
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

/** `day` is UTC; one row per author, of their last day. */
export interface AuthorUploadTable {
  account_id: number
  day: Date
  uploads: number
}

/** One buyer's copy of a PDF; without a key there is none. */
export interface StampedFileTable {
  world: string
  account_id: number
  file_id: number
  storage_key: Nullable<string>
  size_bytes: Generated<number>
  sha256: Nullable<Buffer>
  made_at: DefaultTimestamp
}

/** A listing somebody has to look at (features/materials/copies.ts). */
export interface ListingReviewTable {
  world: string
  material_id: number
  state: Generated<'proposed' | 'published' | 'rejected' | 'revision_asked'>
  reasons: unknown
  /** What the author reads about the decision. */
  note: Generated<string>
  proposed_at: DefaultTimestamp
  decided_at: Nullable<Date>
}

/** A file that is being sent, or is here and waits for its form (features/materials/uploads.ts). */
export interface UploadTable {
  id: string
  world: string
  account_id: number
  name: string
  size_bytes: number
  storage_key: string
  held_until: Nullable<Date>
  type: Nullable<'material_file' | 'sources'>
  media_type: Nullable<string>
  page_count: Nullable<number>
  is_tagged: Nullable<boolean>
  has_title: Nullable<boolean>
  has_language: Nullable<boolean>
  has_text: Nullable<boolean>
  /** What had to stay as it came (features/materials/left-parts.ts). */
  left_parts: Nullable<string[]>
  sha256: Nullable<Buffer>
  trace: Nullable<number[]>
  created_at: DefaultTimestamp
  ready_at: Nullable<Date>
}

export interface MaterialFileTable {
  id: Generated<number>
  world: string
  material_id: number
  type: 'material_file' | 'sources' | 'cover'
  storage_key: string
  name: string
  media_type: string
  size_bytes: number
  sha256: Buffer
  page_count: Nullable<number>
  /** What a PDF says of itself; null: not looked at. */
  is_tagged: Nullable<boolean>
  has_title: Nullable<boolean>
  has_language: Nullable<boolean>
  has_text: Nullable<boolean>
  /** What had to stay as it came (features/materials/left-parts.ts). */
  left_parts: Nullable<string[]>
  /** What the text looks like from afar, and parts of that by which others like it are found. */
  trace: Nullable<number[]>
  trace_bands: Nullable<number[]>
  /** When its pages were looked at, for those that look like others. */
  looked_at: Nullable<Date>
  /** Where words look too pale; null: nobody knows. */
  pale_pages: Nullable<number[]>
  position: Generated<number>
  created_at: DefaultTimestamp
}

export interface PageLookTable {
  world: string
  file_id: number
  page: number
  /** Strings of 0 and 1 (shared/rules/page-look.ts). */
  look: string
  detail: string
  bands: number[]
  /** What its words look like from afar; null where none could be read. */
  words: Nullable<number[]>
}

export interface MaterialVersionTable {
  id: Generated<number>
  world: string
  material_id: number
  added: Generated<string[]>
  removed: Generated<string[]>
  note: Generated<string>
  /** Of its exercise, where that is what is new. */
  unit_version: Nullable<number>
  /** When buyers were told. */
  told_at: NullableTimestamp
  created_at: DefaultTimestamp
}

export interface MaterialPreviewTable {
  world: string
  material_id: number
  position: number
  image_key: string
  width: number
  height: number
  /** Of another page only a blurred picture is kept. */
  is_shown: Generated<boolean>
  is_solution: Generated<boolean>
}

/** What an author replaced or took away, for those who have the material; `id` is the one it had. */
export interface MaterialFormerFileTable {
  world: string
  id: number
  material_id: number
  storage_key: string
  name: string
  media_type: string
  size_bytes: number
  sha256: Buffer
  created_at: Timestamp
  replaced_at: DefaultTimestamp
}

export interface BundleItemTable {
  world: string
  bundle_id: number
  material_id: number
  position: number
}

export interface ReviewTable {
  id: Generated<number>
  world: string
  material_id: number
  account_id: number
  rating: number
  text: Generated<string>
  /** Language tag of the text. */
  language: string
  reply: Nullable<string>
  replied_at: NullableTimestamp
  helpful_count: Generated<number>
  edited_at: NullableTimestamp
  /** Of words that are not shown: reported by several, or by a decision of the platform. */
  state: Generated<'shown' | 'held' | 'blocked'>
  created_at: DefaultTimestamp
}

export interface ReviewVoteTable {
  world: string
  review_id: number
  account_id: number
  created_at: DefaultTimestamp
}

export interface MaterialQuestionTable {
  id: Generated<number>
  world: string
  material_id: number
  /** Of the material. */
  author_id: number
  account_id: number
  text: string
  answer: Nullable<string>
  answered_at: NullableTimestamp
  state: Generated<'shown' | 'held' | 'blocked'>
  created_at: DefaultTimestamp
  /** Somebody who has the material said something below it. */
  is_discussed: Generated<boolean>
}

/** What a buyer and an author say to each other about a material; nobody else reads it. */
export interface MaterialNoteTable {
  id: Generated<number>
  world: string
  material_id: number
  author_id: number
  account_id: number
  kind: 'mistake' | 'wish' | 'thanks'
  text: string
  reply: Nullable<string>
  replied_at: NullableTimestamp
  state: Generated<'shown' | 'held' | 'blocked'>
  created_at: DefaultTimestamp
}

/** About a material, or about a post or one of its comments. */
export interface MaterialReportTable {
  id: Generated<number>
  world: string
  material_id: Nullable<number>
  post_id: Nullable<number>
  comment_id: Nullable<number>
  /** One review of the material, or one question about it. */
  review_id: Nullable<number>
  question_id: Nullable<number>
  note_id: Nullable<number>
  announcement_id: Nullable<number>
  account_id: Nullable<number>
  name: string
  email: string
  reason: ReportReason
  text: string
  status: Generated<'open' | 'upheld' | 'rejected'>
  decided_at: NullableTimestamp
  /** The case of the moderation desk it is decided with. */
  case_id: Nullable<number>
  /** A keyed hash of the reporting member's network; null for a stranger. */
  network: Nullable<string>
  created_at: DefaultTimestamp
}

export interface ModerationCaseTable {
  id: Generated<number>
  world: string
  kind: CaseKind
  target_kind: TargetKind
  target_id: number
  affected_id: number
  against_id: Nullable<number>
  appeal_by: Nullable<AppealSide>
  report_id: Nullable<number>
  email: Nullable<string>
  text: Nullable<string>
  opened_at: DefaultTimestamp
  decided_at: NullableTimestamp
}

/** A log: rows are never changed. */
export interface ModerationDecisionTable {
  id: Generated<number>
  world: string
  case_id: number
  outcome: Outcome
  category: ReportReason
  ground: Ground
  rule: string
  facts: string
  is_strike: boolean
  is_pause: boolean
  was: Nullable<string>
  affected_id: number
  decided_by: number
  decided_at: DefaultTimestamp
}

export interface MaterialPriceChangeTable {
  world: string
  material_id: number
  changed_at: Timestamp
  price_cents: number
  sale_price_cents: Nullable<number>
  sale_until: NullableTimestamp
}

export type PostStatus = 'draft' | 'published' | 'blocked' | 'deleted'

export interface PostTable {
  id: Generated<number>
  world: string
  author_id: number
  title: string
  /** Markdown. */
  source: Generated<string>
  /** Made of `source` when it is saved; safe to show. */
  html: Generated<string>
  excerpt: Generated<string>
  word_count: Generated<number>
  material_id: Nullable<number>
  status: Generated<PostStatus>
  comment_count: Generated<number>
  like_count: Generated<number>
  version: Generated<number>
  editor_key: Nullable<string>
  /** The draft comes out by itself then. */
  publish_at: NullableTimestamp
  published_at: NullableTimestamp
  deleted_at: NullableTimestamp
  created_at: DefaultTimestamp
  /** Of the words; comments and likes do not change it. */
  updated_at: DefaultTimestamp
}

export interface PostVersionTable {
  world: string
  post_id: number
  version: number
  author_id: number
  title: string
  source: string
  created_at: DefaultTimestamp
}

export interface PostPictureTable {
  id: Generated<number>
  world: string
  author_id: number
  image_key: string
  /** What is to be seen, for who cannot. */
  alt: string
  width: number
  height: number
  created_at: DefaultTimestamp
}

export interface PostLikeTable {
  world: string
  post_id: number
  account_id: number
  created_at: DefaultTimestamp
}

export interface CommentTable {
  id: Generated<number>
  world: string
  /** Either this or the question. */
  post_id: Nullable<number>
  question_id: Nullable<number>
  parent_id: Nullable<number>
  account_id: number
  /** Empty once it is deleted. */
  text: string
  state: Generated<'shown' | 'deleted' | 'hidden' | 'held' | 'blocked'>
  hidden_by: Nullable<number>
  created_at: DefaultTimestamp
  edited_at: NullableTimestamp
  like_count: Generated<number>
}

export interface CommentLikeTable {
  world: string
  comment_id: number
  account_id: number
  created_at: DefaultTimestamp
}

/** What is like a material, as it was found last. */
export interface MaterialSimilarTable {
  world: string
  material_id: number
  ids: number[]
  found_at: Generated<Date>
}

export interface MaterialSearchTable {
  world: string
  material_id: number
  author_id: number
  /** tsvector: only ever written and matched in SQL. */
  document: string
  facets: number[]
  price_cents: number
  language: Generated<string>
  formats: Generated<string[]>
  is_interactive: Generated<boolean>
  bands: GeneratedAlways<number[]>
  rating_avg: Generated<number>
  popularity: Generated<number>
  published_at: Timestamp
  sample: GeneratedAlways<number>
  words: Generated<string[]>
  names: Generated<string[]>
  index_version: Generated<number>
}

/** Kept by a trigger on material_search. */
export interface MaterialSampleTable {
  world: string
  material_id: number
  author_id: number
  document: string
  facets: number[]
  price_cents: number
}

/** A landing page. Counts are kept by the trigger on `material_search`; only `intro` is written by hand. */
export interface HubTable {
  id: Generated<number>
  world: string
  kind: 'keyword' | 'lesson' | 'school'
  key: string
  school_type: Nullable<string>
  subject: Nullable<string>
  grade: Nullable<string>
  topic: Nullable<string>
  intro: Nullable<string>
  material_count: Generated<number>
  free_count: Generated<number>
  min_price_cents: Nullable<number>
  max_price_cents: Nullable<number>
  changed_at: DefaultTimestamp
  /** XOR of the hashes of its materials, as text */
  set_mark: Generated<string>
}

export interface HubMaterialTable {
  world: string
  hub_id: number
  material_id: number
  popularity: number
  price_cents: number
}

export interface SearchWordTable {
  world: string
  word: string
  form: string
  frequency: Generated<number>
  sound: GeneratedAlways<string>
}

export interface SearchNameTable {
  world: string
  word: string
  form: string
  frequency: Generated<number>
  sound: GeneratedAlways<string>
}

export interface SavedSearchTable {
  id: Generated<number>
  world: string
  account_id: number
  name: string
  /** The query of the search page's address, tidy and without a page. */
  params: string
  wants_mail: Generated<boolean>
  created_at: DefaultTimestamp
  checked_until: DefaultTimestamp
  deleted_at: NullableTimestamp
}

export interface SearchSynonymTable {
  world: string
  term: string
  synonyms: string[]
}

export interface FavoriteTable {
  world: string
  owner: string
  material_id: number
  created_at: DefaultTimestamp
  /** The price its owner knows of. */
  seen_cents: Nullable<number>
}

export interface FavoriteShareTable {
  world: string
  account_id: number
  token: string
  created_at: DefaultTimestamp
}

export interface FolderTable {
  id: Generated<number>
  world: string
  account_id: number
  type: 'purchased' | 'own' | 'favorite'
  title: string
  parent_id: Nullable<number>
  is_archive: Generated<boolean>
  created_at: DefaultTimestamp
}

export interface FolderMaterialTable {
  world: string
  folder_id: number
  account_id: number
  material_id: number
  added_at: DefaultTimestamp
}

/** `material_id` 0: all of the author's together; of a month, `day` is its first. */
export interface StatisticDayTable {
  world: string
  author_id: number
  material_id: number
  day: string
  views: Generated<number>
  cart_adds: Generated<number>
  downloads: Generated<number>
  sales: Generated<number>
  free_takes: Generated<number>
  refunds: Generated<number>
  gross_cents: Generated<number>
  share_cents: Generated<number>
  buyers: Generated<number>
  returning_buyers: Generated<number>
  follows: Generated<number>
  unfollows: Generated<number>
}

export interface StatisticOriginTable {
  world: string
  author_id: number
  material_id: number
  kind: 'source' | 'term'
  name: string
  day: string
  views: number
}

/** Not summed up yet. */
export interface StatisticWaitingTable {
  id: GeneratedAlways<number>
  world: string
  author_id: number
  material_id: number
  day: string
  source: Nullable<string>
  term: Nullable<string>
  views: Generated<number>
  cart_adds: Generated<number>
  downloads: Generated<number>
  sales: Generated<number>
  free_takes: Generated<number>
  refunds: Generated<number>
  gross_cents: Generated<number>
  share_cents: Generated<number>
  buyers: Generated<number>
  returning_buyers: Generated<number>
  follows: Generated<number>
  unfollows: Generated<number>
}

export interface CartTable {
  id: Generated<number>
  world: string
  token_hash: Buffer
  account_id: Nullable<number>
  voucher_id: Nullable<number>
  uses_credit: Generated<boolean>
  reminded_at: NullableTimestamp
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

export interface VoucherTable {
  id: Generated<number>
  world: string
  code: string
  kind: 'percent' | 'fixed'
  value: number
  funded_by: 'platform' | 'author'
  author_id: Nullable<number>
  material_ids: Nullable<number[]>
  account_id: Nullable<number>
  is_first_order: Generated<boolean>
  minimum_cents: Generated<number>
  starts_at: DefaultTimestamp
  ends_at: NullableTimestamp
  max_uses: Nullable<number>
  max_per_customer: Nullable<number>
  use_count: Generated<number>
  created_by: number
  created_at: DefaultTimestamp
}

export interface VoucherUseTable {
  world: string
  order_id: number
  voucher_id: number
  account_id: number
  email_hash: Buffer
  discount_cents: number
  status: Generated<'reserved' | 'used' | 'returned'>
  created_at: DefaultTimestamp
}

export interface CreditLotTable {
  id: Generated<number>
  world: string
  account_id: number
  currency: string
  source: 'gift_card' | 'grant' | 'refund'
  note: Generated<string>
  amount_cents: number
  left_cents: number
  expired_cents: Generated<number>
  order_id: Nullable<number>
  expires_at: Timestamp
  warned_at: NullableTimestamp
  created_at: DefaultTimestamp
}

export interface CreditUseTable {
  world: string
  order_id: number
  lot_id: number
  amount_cents: number
  status: Generated<'reserved' | 'used' | 'returned'>
  created_at: DefaultTimestamp
  given_back_cents: Generated<number>
}

export interface GiftCardTable {
  id: Generated<number>
  world: string
  code_hash: Buffer
  code_end: string
  currency: string
  amount_cents: number
  note: Generated<string>
  expires_at: Timestamp
  created_by: number
  created_at: DefaultTimestamp
  redeemed_by: Nullable<number>
  redeemed_at: NullableTimestamp
  /** Who bought it; null: the platform gave it away. */
  order_id: Nullable<number>
  /** Paid back, taken back by a bank, or over. */
  ended_at: NullableTimestamp
}

export interface GiftCardSaleTable {
  world: string
  order_id: number
  account_id: number
  amount_cents: number
  currency: string
  sender_name: string
  recipient_name: Generated<string>
  recipient_email: Nullable<string>
  message: Generated<string>
  /** 2026-12-24, UTC. */
  deliver_on: string
  code_sealed: Nullable<Buffer>
  delivered_at: NullableTimestamp
  created_at: DefaultTimestamp
}

export interface InvoiceTransferTable {
  id: Generated<number>
  world: string
  order_id: number
  amount_cents: number
  excess_cents: Generated<number>
  open_cents: number
  booked_by: number
  created_at: DefaultTimestamp
}

export interface CartAwaitedTable {
  world: string
  account_id: number
  material_id: number
  order_id: number
}

export interface CartSavedTable {
  world: string
  cart_id: number
  material_id: number
  licence: Licence
  saved_at: DefaultTimestamp
}

export interface CartItemTable {
  world: string
  cart_id: number
  material_id: number
  licence: Generated<Licence>
  seen_price_cents: number
  added_at: DefaultTimestamp
  chosen_at: DefaultTimestamp
}

export interface TaxRateTable {
  country: string
  /** YYYY-MM-DD */
  valid_from: string
  kind: 'standard' | 'publication'
  rate_bp: number
}

export interface PublicationMaterialTable {
  world: string
  material_id: number
  decided_by: number
  decided_at: DefaultTimestamp
}

export interface TaxEvidenceTable {
  world: string
  order_id: number
  billing_country: string
  ip_country: Nullable<string>
  bank_country: Nullable<string>
  postcode: Nullable<string>
  treatment: Nullable<SaleTreatment>
  vat_id: Nullable<string>
  vat_id_state: Nullable<string>
  is_contradicted: Generated<boolean>
  created_at: DefaultTimestamp
}

export interface ExchangeRateTable {
  currency: string
  day: string
  rate: string
  entered_by: Nullable<number>
  entered_at: DefaultTimestamp
}

export interface VatIdCheckTable {
  id: Generated<number>
  vat_id: string
  is_valid: boolean
  name: Nullable<string>
  proof: Nullable<string>
  checked_at: DefaultTimestamp
}

export interface NumberSeriesTable {
  world: string
  series: string
  next_number: number
}

export type OrderStatus = 'pending' | 'processing' | 'paid' | 'declined' | 'cancelled' | 'expired'

export interface PurchaseOrderTable {
  id: Generated<number>
  world: string
  reference: string
  number: Nullable<string>
  account_id: number
  cart_id: Nullable<number>
  status: Generated<OrderStatus>
  currency: string
  total_cents: number
  tax_cents: number
  tax_rate_bp: number
  country: string
  consent_text_version: string
  consent_immediate_at: Timestamp
  consent_waiver_at: Timestamp
  voucher_id: Nullable<number>
  voucher_code: Nullable<string>
  voucher_cents: Generated<number>
  credit_cents: Generated<number>
  created_at: DefaultTimestamp
  paid_at: NullableTimestamp
  /** The buyer's verified VAT number, when they owe the tax themselves. */
  reverse_charge_vat_id: Nullable<string>
  not_taxed: Generated<boolean>
  purpose: Generated<'materials' | 'gift_card'>
}

export interface OrderItemTable {
  world: string
  order_id: number
  material_id: number
  author_id: number
  title: string
  licence: Generated<Licence>
  original_price_cents: number
  price_cents: number
  tax_cents: number
  author_share_bp: number
  author_share_cents: number
  /** Null: the order's. */
  tax_rate_bp: Nullable<number>
  voucher_cents: Generated<number>
  voucher_cost_cents: Generated<number>
  /** The author's refund rule on the day of the sale; null: none. */
  refund_days: Nullable<number>
  refund_after_download: Generated<boolean>
  created_at: DefaultTimestamp
}

export interface RefundRuleTable {
  account_id: number
  days: number
  after_download: Generated<boolean>
  changed_at: DefaultTimestamp
}

export interface RefundRequestTable {
  id: Generated<number>
  world: string
  order_id: number
  material_id: number
  account_id: number
  author_id: number
  reason: string
  status: Generated<'open' | 'granted' | 'declined'>
  by_rule: Generated<boolean>
  answer: Nullable<string>
  decided_by: Nullable<number>
  decided_at: NullableTimestamp
  created_at: DefaultTimestamp
}

export interface PaymentTable {
  id: Generated<number>
  world: string
  order_id: number
  provider: string
  provider_reference: string
  surface: Generated<'page' | 'fields'>
  status: Generated<'pending' | 'processing' | 'succeeded' | 'declined' | 'cancelled' | 'unexpected'>
  amount_cents: number
  currency: string
  created_at: DefaultTimestamp
  settled_at: NullableTimestamp
}

export interface InvoicePurchaseTable {
  world: string
  order_id: number
  school_id: number
  amount_cents: number
  open_cents: number
  currency: string
  status: Generated<'open' | 'paid' | 'given_up'>
  due_at: Date
  reminders: Generated<number>
  reminded_at: NullableTimestamp
  settled_at: NullableTimestamp
  settled_by: Nullable<number>
}

export interface PaymentDisputeTable {
  world: string
  provider: string
  dispute_id: string
  payment_id: number
  status: 'open' | 'won' | 'lost'
  reason: string
  amount_cents: number
  held_cents: number
  fee_cents: number
  currency: string
  opened_at: DefaultTimestamp
  closed_at: NullableTimestamp
  written_off_at: NullableTimestamp
}

export interface ReconciliationTable {
  id: Generated<number>
  provider: string
  from_at: Date
  to_at: Date
  made_at: DefaultTimestamp
  compared: number
  differences: ColumnType<unknown, string, string>
}

export interface OperatorTaskTable {
  id: Generated<number>
  world: string
  kind: string
  cause: string
  detail: ColumnType<unknown, string, string>
  created_at: DefaultTimestamp
  done_at: NullableTimestamp
  done_by: Nullable<number>
  note: Nullable<string>
}

export interface PaymentEventTable {
  provider: string
  event_id: string
  type: string
  received_at: DefaultTimestamp
}

export interface SandboxPaymentTable {
  reference: string
  amount_cents: number
  currency: string
  description: string
  world: string
  return_url: string
  order_reference: Nullable<string>
  status: Generated<'open' | 'pending' | 'succeeded' | 'declined' | 'cancelled'>
  created_at: DefaultTimestamp
  country: Nullable<string>
}

export interface EntitlementTable {
  world: string
  account_id: number
  material_id: number
  order_id: number
  licence: Generated<'single' | 'school'>
  colleagues: Generated<number>
  /** Whose a school licence is; null: the school of who bought it. */
  school_id: Nullable<number>
  /** The first file its owner got. */
  downloaded_at: NullableTimestamp
  created_at: DefaultTimestamp
}

/** What a booking is of. The table checks only that it is a word: a new kind is added here. */
export type LedgerKind =
  | 'sale'
  | 'refund'
  | 'dispute'
  | 'write_off'
  | 'unexpected'
  | 'unexpected_back'
  | 'payout'
  | 'payout_paid'
  | 'payout_returned'
  | 'input_tax'
  | 'invoice_paid'
  | 'credit'
  | 'gift_card_sale'
  | 'transfer_back'
  | 'share_back'

export interface LedgerTransactionTable {
  id: Generated<number>
  world: string
  kind: LedgerKind
  order_id: Nullable<number>
  refund_id: Nullable<number>
  payout_id: Nullable<number>
  cause: Nullable<string>
  created_at: DefaultTimestamp
}

export interface LedgerEntryTable {
  id: Generated<number>
  world: string
  transaction_id: number
  ledger_account: string
  currency: string
  amount_cents: number
}

export interface RefundTable {
  id: Generated<number>
  world: string
  order_id: number
  reference: string
  kind: 'refund' | 'withdrawal' | 'reverse_charge'
  reason: string
  amount_cents: number
  tax_cents: number
  credit_cents: Generated<number>
  currency: string
  payment_id: Nullable<number>
  requested_by: number
  /** The decision of moderation that sent it back. */
  takedown_id: Nullable<number>
  status: Generated<'pending' | 'succeeded' | 'failed'>
  created_at: DefaultTimestamp
  settled_at: NullableTimestamp
}

export interface RefundItemTable {
  world: string
  refund_id: number
  order_id: number
  material_id: number
  amount_cents: number
  tax_cents: number
  author_share_cents: number
  commission_cents: number
  voucher_cost_cents: Generated<number>
  revokes: boolean
}

export interface LedgerClosingTable {
  ledger_account: string
  currency: string
  through_transaction: number
  balance_cents: number
}

export interface SandboxRefundTable {
  reference: string
  payment_reference: string
  amount_cents: number
  created_at: DefaultTimestamp
}

export interface BillingAddressTable {
  account_id: number
  name: string
  organisation: Nullable<string>
  street: string
  postcode: string
  city: string
  country: string
  vat_id: Nullable<string>
  buyer_reference: Nullable<string>
  updated_at: DefaultTimestamp
}

export interface SellerBankTable {
  account_id: number
  holder: string
  country: string
  last_four: string
  iban_sealed: Buffer
  bic: Nullable<string>
  changed_at: DefaultTimestamp
}

export interface SellerConnectTable {
  account_id: number
  stripe_account: string
  is_ready: Generated<boolean>
  is_chosen: Generated<boolean>
  changed_at: DefaultTimestamp
}

export interface SellerTaxTable {
  account_id: number
  kind: 'private' | 'business'
  first_name: Nullable<string>
  last_name: Nullable<string>
  legal_name: Nullable<string>
  birth_date: Nullable<string>
  street: string
  postcode: string
  city: string
  country: string
  tax_number: Nullable<string>
  vat_id: Nullable<string>
  register_number: Nullable<string>
  updated_at: DefaultTimestamp
}

export interface SellerPayoutSettingTable {
  account_id: number
  is_paused: Generated<boolean>
  reminders: Generated<number>
  first_reminded_at: NullableTimestamp
  last_reminded_at: NullableTimestamp
}

export interface PayoutBatchTable {
  id: Generated<number>
  world: string
  currency: string
  execution_day: string
  made_by: Nullable<number>
  created_at: DefaultTimestamp
}

type PayoutState = 'draft' | 'held' | 'approved' | 'sent' | 'paid' | 'failed' | 'refused'

export interface PayoutTable {
  id: Generated<number>
  world: string
  reference: Generated<string>
  account_id: number
  currency: string
  period: string
  amount_cents: number
  status: Generated<PayoutState>
  note: Nullable<string>
  batch_id: Nullable<number>
  holder: Nullable<string>
  iban_sealed: Nullable<Buffer>
  last_four: Nullable<string>
  bic: Nullable<string>
  stripe_account: Nullable<string>
  transfer_id: Nullable<string>
  /** It came back because of its account. */
  is_account_refused: Generated<boolean>
  created_at: DefaultTimestamp
  settled_at: NullableTimestamp
}

export interface PayoutEventTable {
  id: Generated<number>
  world: string
  payout_id: number
  actor_id: Nullable<number>
  from_status: Nullable<PayoutState>
  to_status: PayoutState
  note: Nullable<string>
  created_at: DefaultTimestamp
}

/** `serial` and `number` are drawn by the database when the transaction commits. */
export interface TaxDocumentTable {
  id: Generated<number>
  world: string
  kind: 'invoice' | 'cancellation' | 'self-billing' | 'receipt'
  year: number
  serial: Generated<number>
  number: Generated<string>
  account_id: number
  order_id: Nullable<number>
  corrects_id: Nullable<number>
  cause: string
  currency: string
  net_cents: number
  tax_cents: number
  gross_cents: number
  content: ColumnType<unknown, string, never>
  issued_at: DefaultTimestamp
}

export interface IdempotencyKeyTable {
  owner: string
  route: string
  key: string
  request_hash: Buffer
  reference: Nullable<string>
  status: Nullable<number>
  response: ColumnType<unknown, string | JsonObject | null | undefined, string | JsonObject | null>
  created_at: DefaultTimestamp
}

export interface MailTable {
  id: Generated<number>
  world: string
  dedupe_key: string
  template: string
  recipient: string
  subject: string
  html: string
  text: string
  status: Generated<'queued' | 'sent' | 'failed'>
  attempts: Generated<number>
  /** The kind of mail one can leave; null for those with an order, an account or a notice. */
  partition: Nullable<string>
  unsubscribe_url: Nullable<string>
  created_at: DefaultTimestamp
  sent_at: NullableTimestamp
}

/** An address, of a member or not, that other mails than those of orders and accounts go to. */
export interface MailRecipientTable {
  id: Generated<number>
  email: string
  created_at: DefaultTimestamp
}

/** `partition` is a MailKind: a row means no more of it. */
export interface MailConsentTable {
  recipient_id: number
  partition: string
  given_at: DefaultTimestamp
}

export interface MailOptoutTable {
  recipient_id: number
  partition: string
  created_at: DefaultTimestamp
}

export interface RatingRequestTable {
  world: string
  order_id: number
  created_at: DefaultTimestamp
}

export interface FreeDownloadTable {
  id: Generated<number>
  world: string
  material_id: number
  email: string
  downloads: Generated<number>
  last_download_at: NullableTimestamp
  created_at: DefaultTimestamp
}

export interface RecommendationTable {
  id: Generated<number>
  world: string
  material_id: number
  account_id: number
  message: Generated<string>
  created_at: DefaultTimestamp
}

/** Articles are files (src/content/help); `owner` is `a:<account>` or `v:<anonymous id>`. */
export interface HelpVoteTable {
  world: string
  article_id: number
  owner: string
  is_helpful: boolean
  created_at: DefaultTimestamp
}

export interface NotificationTable {
  id: GeneratedAlways<number>
  world: string
  account_id: number
  kind: NotificationKind
  dedupe_key: string
  data: ColumnType<JsonObject, string, string>
  created_at: DefaultTimestamp
  acked_at: NullableTimestamp
  read_at: NullableTimestamp
}

/** Writers of one member's notifications take turns at its row. */
export interface NotificationBoxTable {
  account_id: number
  told_at: DefaultTimestamp
}

export interface NotificationMuteTable {
  account_id: number
  kind: string
}

export interface DataExportTable {
  id: Generated<number>
  account_id: number
  world: string
  storage_key: Nullable<string>
  size_bytes: Nullable<number>
  created_at: DefaultTimestamp
  ready_at: NullableTimestamp
}

export interface LoginAsTable {
  id: Generated<number>
  admin_id: Nullable<number>
  account_id: number
  reason: string
  created_at: DefaultTimestamp
}

export interface LoginAsRequestTable {
  id: Generated<number>
  login_as_id: number
  method: string
  path: string
  created_at: DefaultTimestamp
}

export interface TermsAcceptanceTable {
  account_id: number
  version: string
  world: string
  /** 'before': known from before the history was kept. */
  channel: 'registration' | 'completion' | 'form' | 'api' | 'before'
  accepted_at: DefaultTimestamp
}

export interface PersonalisationTable {
  account_id: number
  preferences: ColumnType<JsonObject | null, string | null | undefined, string | null>
  preferences_at: NullableTimestamp
  popup_shown_at: NullableTimestamp
}

export interface UnitTable {
  id: Generated<number>
  world: string
  owner_id: Nullable<number>
  status: Generated<'draft' | 'published' | 'archived'>
  title: string
  draft: ColumnType<unknown, string, string>
  revision: Generated<number>
  version: Generated<number>
  element_count: Generated<number>
  subjects: Generated<string[]>
  grades: Generated<string[]>
  school_types: Generated<string[]>
  language: Generated<string>
  cover: Generated<string>
  practice_key: Nullable<string>
  origin_id: Nullable<number>
  origin_version: Nullable<number>
  resale_blocked: Generated<boolean>
  /** The material by which its owner may use what they copied of others. */
  licence_material_id: Nullable<number>
  /** The version of which the tasks were written down last. */
  sketched_version: Generated<number>
  folder_id: Nullable<number>
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

export interface CourseTable {
  id: Generated<number>
  world: string
  owner_id: number
  title: string
  description: Generated<string>
  gate: Generated<'none' | 'sequential' | 'min_pct'>
  min_percent: Generated<number>
  language: Generated<string>
  cover: Generated<string>
  has_certificate: Generated<boolean>
  items: ColumnType<unknown, string, string>
  revision: Generated<number>
  share_key: Nullable<string>
  bought_with: Nullable<number>
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

export interface CoursePassTable {
  id: Generated<number>
  world: string
  course_id: number
  key: string
  name: string
  created_at: DefaultTimestamp
}

export interface CourseProgressTable {
  world: string
  pass_id: number
  item: string
  scores: ColumnType<unknown, string | undefined, string>
  percent: Nullable<number>
  done_at: DefaultTimestamp
}

export interface UnitVersionTable {
  world: string
  unit_id: number
  version: number
  content: ColumnType<unknown, string, string>
  /** What may be done with everything it shows. */
  rights: Generated<'clear' | 'non_commercial' | 'unclear'>
  /** Ids of tasks that are not its author's to sell. */
  licensed_tasks: Generated<string[]>
  published_at: DefaultTimestamp
}

/** A task that came out of what a member has by a licence. */
export interface UnitTaskOriginTable {
  world: string
  unit_id: number
  element_id: string
  account_id: number
  material_world: Nullable<string>
  material_id: Nullable<number>
  /** Sums of its words, as it came and as it stands; '': too few. */
  first_print: string
  last_print: string
  created_at: DefaultTimestamp
}

/** What a task of a published exercise says, as numbers of its words; '': the short ones together. */
export interface TaskSketchTable {
  world: string
  unit_id: number
  element_id: string
  print: ColumnType<bigint, bigint, never>
  version: number
  words: number[]
  wrong: number[]
  bands: number[]
}

export interface UnitAssetTable {
  account_id: number
  hash: string
  bytes: number
  /** What is said of its origin; null: its owner made it. */
  source: ColumnType<unknown, string | null | undefined, string | null>
  created_at: DefaultTimestamp
}

export interface UnitShadowTable {
  id: Generated<number>
  world: string
  account_id: number
  unit_id: number
  version: number
  overlay: ColumnType<unknown, string | undefined, string>
  created_at: DefaultTimestamp
}

export interface RoomTable {
  id: Generated<number>
  world: string
  owner_id: number
  code: string
  title: string
  content: ColumnType<unknown, string, string>
  mode: 'practice' | 'self' | 'paced' | 'quiz' | 'exam'
  status: Generated<'draft' | 'open' | 'running' | 'paused' | 'closed'>
  settings: ColumnType<unknown, string, string>
  seq: Generated<number>
  state_seq: Generated<number>
  step: Generated<number>
  step_at: NullableTimestamp
  is_locked: Generated<boolean>
  is_revealed: Generated<boolean>
  revealed: ColumnType<string[], string[] | undefined, string[]>
  is_released: Generated<boolean>
  phrase: Nullable<string>
  created_at: DefaultTimestamp
  opened_at: NullableTimestamp
  started_at: NullableTimestamp
  paused_at: NullableTimestamp
  paused_ms: Generated<number>
  more_ms: Generated<number>
  closed_at: NullableTimestamp
  purge_at: NullableTimestamp
  unit_id: Nullable<number>
  ends_at: NullableTimestamp
  course_id: Nullable<number>
  course_item: Nullable<string>
  edition: Generated<number>
}

export interface RoomParticipantTable {
  id: Generated<number>
  world: string
  room_id: number
  name: string
  token_hash: Buffer
  seat: Nullable<number>
  is_kicked: Generated<boolean>
  factor: Generated<number>
  is_hand_up: Generated<boolean>
  at_element: Nullable<string>
  at_since: NullableTimestamp
  away_count: Generated<number>
  phrase: Nullable<string>
  finished_at: NullableTimestamp
  joined_at: DefaultTimestamp
  seq: Generated<number>
  team: Nullable<number>
  pass_id: Nullable<number>
  begun: Generated<Readonly<Record<string, readonly [number, number]>>>
}

export interface RoomFileTable {
  world: string
  id: string
  room_id: number
  participant_id: number
  element_id: string
  ending: string
  bytes: number
  state: Generated<'incoming' | 'here' | 'gone'>
  created_at: DefaultTimestamp
}

export interface RoomAnswerTable {
  world: string
  room_id: number
  participant_id: number
  element_id: string
  answers: ColumnType<unknown, string, string>
  raw: number
  max: number
  scaled: number | null
  state: 'correct' | 'partial' | 'incorrect' | 'ungraded' | 'pending'
  tries: Generated<number>
  seq_local: number
  ms: number
  is_graded: Generated<boolean>
  answered_at: DefaultTimestamp
  seq: number
}
