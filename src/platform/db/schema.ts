// Written by `npm run db:types` (generate-schema.ts); do not edit.

import type { Jsonb, JsonbObject } from "./jsonb.ts";
import type { Begun } from "#exercises/model/pages/task-time.ts";
import type { ReportReason } from "#platform/rules/contract/feedback.ts";
import type { SaleTreatment } from "#platform/rules/money/sale-tax.ts";
import type { ProgramScope } from "#platform/scopes.ts";
import type { NotificationKind } from "#shop/community/notifications/rules/contract.ts";
import type { PayoutStatus } from "#shop/money/payouts/rules/payout.ts";
import type { ColumnType, GeneratedAlways } from "kysely";

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[]
  ? U[]
  : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S[], I[], U[]>
  : T[];

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Numeric = ColumnType<string, number | string, number | string>;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface Account {
  agb_accepted_at: Timestamp | null;
  agb_accepted_version: string | null;
  created_at: Generated<Timestamp>;
  creation_source: Generated<string>;
  disabled_at: Timestamp | null;
  email: string;
  email_confirmed_at: Timestamp | null;
  erase_at: Timestamp | null;
  id: Generated<number>;
  image_key: string | null;
  is_private_profile: Generated<boolean>;
  is_seller: Generated<boolean>;
  password_hash: string | null;
  public_name: string;
  referral_code: Generated<string>;
  referred_at: Timestamp | null;
  referred_by: number | null;
  role: Generated<"member" | "editor" | "moderator" | "finance" | "support" | "admin">;
  slug: string;
  updated_at: Generated<Timestamp>;
  world: string;
}

export interface AiDocument {
  account_id: number;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  id: Generated<number>;
  language: string;
  text: string;
  title: string;
  tool: string;
  updated_at: Generated<Timestamp>;
  version: Generated<number>;
  world: string;
}

export interface AiFavorite {
  account_id: number;
  created_at: Generated<Timestamp>;
  tool: string;
  world: string;
}

export interface AiRun {
  account_id: number;
  created_at: Generated<Timestamp>;
  engine: Generated<"offline" | "model">;
  finished_at: Timestamp | null;
  id: Generated<number>;
  idempotency_key: string | null;
  inputs_hash: Buffer;
  language: string;
  result: Jsonb | null;
  state: Generated<"running" | "done" | "failed" | "cancelled">;
  tool: string;
  units: number;
  world: string;
}

export interface AuthorAnnouncement {
  author_id: number;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  state: Generated<"shown" | "deleted" | "blocked">;
  text: string;
  world: string;
}

export interface AuthorDomain {
  author_id: number;
  created_at: Generated<Timestamp>;
  host: string;
  world: string;
}

export interface AuthorFollow {
  author_id: number;
  created_at: Generated<Timestamp>;
  owner: string;
  world: string;
}

export interface AuthorizationCode {
  account_id: number;
  client_id: string;
  code_challenge: string;
  code_hash: Buffer;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  redirect_uri: string;
  scopes: ProgramScope[];
  session_hash: Buffer | null;
  used_at: Timestamp | null;
}

export interface AuthorPin {
  author_id: number;
  material_id: number;
  position: number;
  world: string;
}

export interface AuthorProfile {
  account_id: number;
  author_since: Generated<Timestamp>;
  away_from: Timestamp | null;
  away_text: Generated<string>;
  away_until: Timestamp | null;
  background_key: string | null;
  description: Generated<string>;
  facebook_profile: string | null;
  image_key: string | null;
  instagram_profile: string | null;
  is_away: Generated<boolean>;
  is_private_profile: Generated<boolean>;
  listing_trust: "trusted" | "reviewed" | null;
  pinterest_profile: string | null;
  public_name: string;
  publishing_paused_until: Timestamp | null;
  slug: string;
  subtitle: Generated<string>;
  teachable_certified: Generated<boolean>;
  total_followers: Generated<number>;
  total_followings: Generated<number>;
  total_materials: Generated<number>;
  world: string;
}

export interface AuthorSection {
  author_id: number;
  id: Generated<number>;
  position: number;
  title: string;
  world: string;
}

export interface AuthorSectionItem {
  material_id: number;
  section_id: number;
  world: string;
}

export interface AuthorTrader {
  address: string;
  author_id: number;
  certified_at: Generated<Timestamp>;
  email: string;
  legal_name: string;
  phone: string | null;
  trade_register: string | null;
  updated_at: Generated<Timestamp>;
  vat_id: string | null;
  world: string;
}

export interface AuthorUpload {
  account_id: number;
  day: string;
  uploads: number;
}

export interface BillingAddress {
  account_id: number;
  buyer_reference: string | null;
  city: string;
  country: string;
  name: string;
  organisation: string | null;
  postcode: string;
  street: string;
  updated_at: Generated<Timestamp>;
  vat_id: string | null;
}

export interface BundleContent {
  bundle_id: number | null;
  material_id: number | null;
  since: Timestamp | null;
  until: Timestamp | null;
  world: string | null;
}

export interface BundleItem {
  bundle_id: number;
  material_id: number;
  position: number;
  since: Generated<Timestamp>;
  world: string;
}

export interface Cart {
  account_id: number | null;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  reminded_at: Timestamp | null;
  token_hash: Buffer;
  updated_at: Generated<Timestamp>;
  uses_credit: Generated<boolean>;
  voucher_id: number | null;
  world: string;
}

export interface CartAwaited {
  account_id: number;
  material_id: number;
  order_id: number;
  world: string;
}

export interface CartItem {
  added_at: Generated<Timestamp>;
  cart_id: number;
  chosen_at: Generated<Timestamp>;
  licence: Generated<"single" | "additional" | "school">;
  material_id: number;
  seen_price_cents: number;
  world: string;
}

export interface CartSaved {
  cart_id: number;
  licence: "single" | "additional" | "school";
  material_id: number;
  saved_at: Generated<Timestamp>;
  world: string;
}

export interface Comment {
  account_id: number;
  created_at: Generated<Timestamp>;
  edited_at: Timestamp | null;
  hidden_by: number | null;
  id: Generated<number>;
  like_count: Generated<number>;
  parent_id: number | null;
  post_id: number | null;
  question_id: number | null;
  state: Generated<"shown" | "deleted" | "hidden" | "held" | "blocked">;
  text: string;
  world: string;
}

export interface CommentLike {
  account_id: number;
  comment_id: number;
  created_at: Generated<Timestamp>;
  world: string;
}

export interface ConsentChoice {
  categories: string[];
  chosen_at: Generated<Timestamp>;
  key: string;
  text_version: number;
  world: string;
}

export interface Course {
  bought_with: number | null;
  cover: Generated<string>;
  created_at: Generated<Timestamp>;
  description: Generated<string>;
  gate: Generated<"none" | "sequential" | "min_pct">;
  has_certificate: Generated<boolean>;
  id: Generated<number>;
  items: Generated<Jsonb>;
  language: Generated<string>;
  min_percent: Generated<number>;
  owner_id: number;
  revision: Generated<number>;
  share_key: string | null;
  title: string;
  updated_at: Generated<Timestamp>;
  world: string;
}

export interface CoursePass {
  course_id: number;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  key: string;
  name: string;
  world: string;
}

export interface CourseProgress {
  done_at: Generated<Timestamp>;
  item: string;
  pass_id: number;
  percent: number | null;
  scores: Generated<Jsonb>;
  world: string;
}

export interface CreditLot {
  account_id: number;
  amount_cents: number;
  created_at: Generated<Timestamp>;
  currency: string;
  expired_cents: Generated<number>;
  expires_at: Timestamp;
  id: Generated<number>;
  left_cents: number;
  note: Generated<string>;
  order_id: number | null;
  source: "gift_card" | "grant" | "refund";
  warned_at: Timestamp | null;
  world: string;
}

export interface CreditUse {
  amount_cents: number;
  created_at: Generated<Timestamp>;
  given_back_cents: Generated<number>;
  lot_id: number;
  order_id: number;
  status: Generated<"reserved" | "used" | "returned">;
  world: string;
}

export interface DataExport {
  account_id: number;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  ready_at: Timestamp | null;
  size_bytes: number | null;
  storage_key: string | null;
  world: string;
}

export interface EditorWorld {
  account_id: number;
  world: string;
}

export interface EditorWorldChange {
  account_id: number;
  id: Generated<number>;
  is_granted: boolean;
  made_at: Generated<Timestamp>;
  made_by: number | null;
  reason: string;
  world: string;
}

export interface EmailToken {
  account_id: number;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  payload: Generated<JsonbObject>;
  purpose: "confirm_registration" | "reset_password" | "change_email" | "stop_email_change" | "complete_registration" | "keep_account";
  token_hash: Buffer;
  used_at: Timestamp | null;
}

export interface Entitlement {
  account_id: number;
  colleagues: Generated<number>;
  created_at: Generated<Timestamp>;
  downloaded_at: Timestamp | null;
  licence: Generated<"single" | "school">;
  material_id: number;
  order_id: number;
  school_id: number | null;
  world: string;
}

export interface EventSum {
  day: string;
  name: string;
  page: string;
  subject: string;
  times: number;
  visits: number;
  world: string;
}

export interface ExchangeRate {
  currency: string;
  day: string;
  entered_at: Generated<Timestamp>;
  entered_by: number | null;
  rate: Numeric;
}

export interface Favorite {
  created_at: Generated<Timestamp>;
  material_id: number;
  owner: string;
  seen_cents: number | null;
  world: string;
}

export interface FavoriteShare {
  account_id: number;
  created_at: Generated<Timestamp>;
  token: string;
  world: string;
}

export interface Folder {
  account_id: number;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  is_archive: Generated<boolean>;
  parent_id: number | null;
  title: string;
  type: "purchased" | "own" | "favorite";
  world: string;
}

export interface FolderMaterial {
  account_id: number;
  added_at: Generated<Timestamp>;
  folder_id: number;
  material_id: number;
  world: string;
}

export interface FormDraft {
  account_id: number;
  fields: Jsonb;
  form: string;
  subject: Generated<string>;
  updated_at: Generated<Timestamp>;
  world: string;
}

export interface FormerBundleItem {
  bundle_id: number;
  material_id: number;
  since: Timestamp;
  until: Generated<Timestamp>;
  world: string;
}

export interface FreeDownload {
  created_at: Generated<Timestamp>;
  downloads: Generated<number>;
  email: string;
  id: Generated<number>;
  last_download_at: Timestamp | null;
  material_id: number;
  world: string;
}

export interface GiftCard {
  amount_cents: number;
  code_end: string;
  code_hash: Buffer;
  created_at: Generated<Timestamp>;
  created_by: number;
  currency: string;
  ended_at: Timestamp | null;
  expires_at: Timestamp;
  id: Generated<number>;
  note: Generated<string>;
  order_id: number | null;
  redeemed_at: Timestamp | null;
  redeemed_by: number | null;
  world: string;
}

export interface GiftCardSale {
  account_id: number;
  amount_cents: number;
  code_sealed: Buffer | null;
  created_at: Generated<Timestamp>;
  currency: string;
  deliver_on: string;
  delivered_at: Timestamp | null;
  message: Generated<string>;
  order_id: number;
  recipient_email: string | null;
  recipient_name: Generated<string>;
  sender_name: string;
  world: string;
}

export interface HelpVote {
  article_id: number;
  created_at: Generated<Timestamp>;
  is_helpful: boolean;
  owner: string;
  reason: "unclear" | "missing" | "wrong" | "other" | null;
  world: string;
}

export interface Hub {
  changed_at: Generated<Timestamp>;
  free_count: Generated<number>;
  grade: string | null;
  id: Generated<number>;
  intro: string | null;
  key: string;
  kind: "keyword" | "lesson" | "school";
  material_count: Generated<number>;
  max_price_cents: number | null;
  min_price_cents: number | null;
  school_type: string | null;
  set_mark: Generated<number>;
  subject: string | null;
  topic: string | null;
  world: string;
}

export interface HubListed {
  changed_at: Timestamp | null;
  free_count: number | null;
  grade: string | null;
  id: number | null;
  intro: string | null;
  key: string | null;
  kind: string | null;
  material_count: number | null;
  max_price_cents: number | null;
  min_price_cents: number | null;
  school_type: string | null;
  set_mark: number | null;
  subject: string | null;
  topic: string | null;
  world: string | null;
}

export interface HubMaterial {
  hub_id: number;
  material_id: number;
  popularity: number;
  price_cents: number;
  world: string;
}

export interface HubWanted {
  grade: string | null;
  key: string | null;
  kind: string | null;
  material_id: number | null;
  popularity: number | null;
  price_cents: number | null;
  school_type: string | null;
  subject: string | null;
  topic: string | null;
  world: string | null;
}

export interface IdempotencyKey {
  created_at: Generated<Timestamp>;
  key: string;
  owner: string;
  reference: string | null;
  request_hash: Buffer;
  response: Jsonb | null;
  route: string;
  status: number | null;
}

export interface InvoicePurchase {
  amount_cents: number;
  currency: string;
  due_at: Timestamp;
  open_cents: number;
  order_id: number;
  reminded_at: Timestamp | null;
  reminders: Generated<number>;
  school_id: number;
  settled_at: Timestamp | null;
  settled_by: number | null;
  status: Generated<"open" | "paid" | "given_up">;
  world: string;
}

export interface InvoiceTransfer {
  amount_cents: number;
  booked_by: number;
  created_at: Generated<Timestamp>;
  excess_cents: Generated<number>;
  id: Generated<number>;
  open_cents: number;
  order_id: number;
  world: string;
}

export interface LedgerClosing {
  balance_cents: number;
  currency: string;
  ledger_account: string;
  through_transaction: number;
}

export interface LedgerEntry {
  amount_cents: number;
  currency: string;
  id: Generated<number>;
  ledger_account: string;
  transaction_id: number;
  world: string;
}

export interface LedgerTransaction {
  cause: string | null;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  kind: string;
  order_id: number | null;
  payout_id: number | null;
  refund_id: number | null;
  world: string;
}

export interface ListingReview {
  decided_at: Timestamp | null;
  material_id: number;
  note: Generated<string>;
  proposed_at: Generated<Timestamp>;
  reasons: Jsonb;
  state: Generated<"proposed" | "published" | "rejected" | "revision_asked">;
  world: string;
}

export interface LoginAs {
  account_id: number;
  admin_id: number | null;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  reason: string;
}

export interface LoginAsRequest {
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  login_as_id: number;
  method: string;
  path: string;
}

export interface Mail {
  attempts: Generated<number>;
  created_at: Generated<Timestamp>;
  dedupe_key: string;
  handed_at: Timestamp | null;
  html: string;
  id: Generated<number>;
  partition: string | null;
  recipient: string;
  sent_at: Timestamp | null;
  status: Generated<"queued" | "sent" | "failed">;
  subject: string;
  template: string;
  text: string;
  unsubscribe_url: string | null;
  world: string;
}

export interface MailConsent {
  given_at: Generated<Timestamp>;
  partition: string;
  recipient_id: number;
}

export interface MailOptout {
  created_at: Generated<Timestamp>;
  partition: string;
  recipient_id: number;
}

export interface MailRecipient {
  created_at: Generated<Timestamp>;
  email: string;
  id: Generated<number>;
}

export interface Material {
  additional_price_cents: number | null;
  ai_use: "none" | "helped" | "mostly" | null;
  asked_since: Timestamp | null;
  author_id: number;
  course_id: number | null;
  cover_key: string | null;
  created_at: Generated<Timestamp>;
  currency: string;
  curricula: Generated<string[]>;
  deleted_at: Timestamp | null;
  description: Generated<string>;
  formats: Generated<string[]>;
  grades: Generated<string[]>;
  has_solutions: Generated<boolean>;
  id: Generated<number>;
  image_sources: Generated<string>;
  interactive_id: number | null;
  is_bundle: Generated<boolean>;
  is_own_work: Generated<boolean>;
  is_price_said: Generated<boolean>;
  keywords: Generated<string[]>;
  language: string;
  learning_years: Generated<string[]>;
  lesson_minutes: number | null;
  material_type: string;
  may_copy_interactive: Generated<boolean>;
  page_alts: Generated<string[]>;
  page_count: Generated<number>;
  planned_sale_cents: number | null;
  planned_sale_from: Timestamp | null;
  planned_sale_until: Timestamp | null;
  popularity: Generated<number>;
  preview_pages: number[] | null;
  preview_state: Generated<"pending" | "ready" | "failed">;
  price_cents: number;
  prior_price_cents: number | null;
  published_at: Timestamp | null;
  rating_count: Generated<number>;
  rating_sum: Generated<number>;
  sale_price_cents: number | null;
  sale_until: Timestamp | null;
  sales_count: Generated<number>;
  school_price_cents: number | null;
  school_types: Generated<string[]>;
  slug: string;
  solution_pages: number[] | null;
  stamps_files: Generated<boolean>;
  star_counts: Generated<number[]>;
  status: Generated<"draft" | "published" | "unlisted" | "blocked" | "deleted">;
  subjects: Generated<string[]>;
  title: string;
  updated_at: Generated<Timestamp>;
  version: Generated<number>;
  video_bytes: Generated<number>;
  video_key: string | null;
  video_type: "video/mp4" | "video/webm" | null;
  world: string;
}

export interface MaterialFile {
  cleaned_by: Generated<number>;
  created_at: Generated<Timestamp>;
  has_language: boolean | null;
  has_text: boolean | null;
  has_title: boolean | null;
  id: Generated<number>;
  is_tagged: boolean | null;
  left_parts: string[] | null;
  looked_at: Timestamp | null;
  material_id: number;
  media_type: string;
  name: string;
  page_count: number | null;
  pale_pages: number[] | null;
  position: Generated<number>;
  sha256: Buffer;
  size_bytes: number;
  storage_key: string;
  trace: number[] | null;
  trace_bands: number[] | null;
  type: "material_file" | "sources" | "cover";
  world: string;
}

export interface MaterialFormerFile {
  cleaned_by: Generated<number>;
  created_at: Timestamp;
  id: number;
  material_id: number;
  media_type: string;
  name: string;
  replaced_at: Generated<Timestamp>;
  sha256: Buffer;
  size_bytes: number;
  storage_key: string;
  world: string;
}

export interface MaterialNote {
  account_id: number;
  author_id: number;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  kind: "mistake" | "wish" | "thanks";
  material_id: number;
  replied_at: Timestamp | null;
  reply: string | null;
  state: Generated<"shown" | "held" | "blocked">;
  text: string;
  world: string;
}

export interface MaterialPreview {
  height: number;
  image_key: string;
  is_shown: Generated<boolean>;
  is_solution: Generated<boolean>;
  material_id: number;
  position: number;
  width: number;
  world: string;
}

export interface MaterialPrice {
  before_cents: number | null;
  cents: number;
  is_on_sale: boolean;
  material_id: number;
  sale_ends: Timestamp | null;
  world: string;
}

export interface MaterialPriceChange {
  changed_at: Timestamp;
  material_id: number;
  price_cents: number;
  sale_price_cents: number | null;
  sale_until: Timestamp | null;
  world: string;
}

export interface MaterialQuestion {
  account_id: number;
  answer: string | null;
  answered_at: Timestamp | null;
  author_id: number;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  is_discussed: Generated<boolean>;
  material_id: number;
  state: Generated<"shown" | "held" | "blocked">;
  text: string;
  world: string;
}

export interface MaterialReport {
  account_id: number | null;
  announcement_id: number | null;
  case_id: number | null;
  comment_id: number | null;
  created_at: Generated<Timestamp>;
  decided_at: Timestamp | null;
  email: string;
  id: Generated<number>;
  material_id: number | null;
  name: string;
  network: string | null;
  note_id: number | null;
  post_id: number | null;
  question_id: number | null;
  reason: "copyright" | "wrong" | "unsuited" | "personal_data" | "illegal" | "other";
  review_id: number | null;
  status: Generated<"open" | "upheld" | "rejected">;
  text: string;
  world: string;
}

export interface MaterialSample {
  author_id: number;
  document: string;
  facets: number[];
  material_id: number;
  price_cents: number;
  world: string;
}

export interface MaterialSearch {
  author_id: number;
  bands: GeneratedAlways<number[]>;
  document: string;
  facets: number[];
  formats: Generated<string[]>;
  has_solutions: Generated<boolean>;
  index_version: Generated<number>;
  is_interactive: Generated<boolean>;
  language: Generated<string>;
  material_id: number;
  names: Generated<string[]>;
  page_count: Generated<number>;
  popularity: Generated<number>;
  price_cents: number;
  published_at: Timestamp;
  rating_avg: Generated<number>;
  sample: GeneratedAlways<number | null>;
  words: Generated<string[]>;
  world: string;
}

export interface MaterialSimilar {
  found_at: Generated<Timestamp>;
  ids: ArrayType<number>;
  material_id: number;
  world: string;
}

export interface MaterialVersion {
  added: Generated<string[]>;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  material_id: number;
  note: Generated<string>;
  removed: Generated<string[]>;
  told_at: Timestamp | null;
  unit_version: number | null;
  world: string;
}

export interface ModerationCase {
  affected_id: number;
  against_id: number | null;
  appeal_by: "author" | "notifier" | null;
  decided_at: Timestamp | null;
  email: string | null;
  id: Generated<number>;
  kind: "report" | "appeal" | "listing";
  opened_at: Generated<Timestamp>;
  report_id: number | null;
  target_id: number;
  target_kind: "material" | "post" | "comment" | "review" | "question" | "note" | "announcement";
  text: string | null;
  world: string;
}

export interface ModerationDecision {
  affected_id: number;
  case_id: number;
  category: ReportReason;
  decided_at: Generated<Timestamp>;
  decided_by: number;
  facts: string;
  ground: "law" | "terms";
  id: Generated<number>;
  is_pause: boolean;
  is_strike: boolean;
  outcome: "removed" | "kept" | "restored" | "confirmed" | "published" | "revision_asked" | "rejected";
  rule: string;
  was: string | null;
  world: string;
}

export interface NewsletterLetter {
  bounced_count: Generated<number>;
  finished_at: Timestamp | null;
  id: Generated<number>;
  key: string;
  left_count: Generated<number>;
  ordered_by: number | null;
  queued_count: Generated<number>;
  reached_id: Generated<number>;
  send_at: Timestamp;
  sent_count: Generated<number>;
  source: string;
  started_at: Timestamp | null;
  state: Generated<"scheduled" | "sending" | "sent">;
  world: string;
}

export interface NewsletterSubscription {
  asked_at: Generated<Timestamp>;
  bounced_at: Timestamp | null;
  confirmed_at: Timestamp | null;
  email: string;
  id: Generated<number>;
  last_letter_id: number | null;
  left_at: Timestamp | null;
  text_version: string;
  world: string;
}

export interface Notification {
  account_id: number;
  acked_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  data: JsonbObject;
  dedupe_key: string;
  id: GeneratedAlways<number>;
  kind: NotificationKind;
  read_at: Timestamp | null;
  world: string;
}

export interface NotificationBox {
  account_id: number;
  told_at: Generated<Timestamp>;
}

export interface NotificationMute {
  account_id: number;
  kind: string;
}

export interface NumberSeries {
  next_number: number;
  series: string;
  world: string;
}

export interface OauthClient {
  created_at: Generated<Timestamp>;
  disabled_at: Timestamp | null;
  id: string;
  name: string;
  redirect_uris: string[];
  secret_hash: Buffer | null;
}

export interface OperatorTask {
  cause: string;
  created_at: Generated<Timestamp>;
  detail: Jsonb;
  done_at: Timestamp | null;
  done_by: number | null;
  id: Generated<number>;
  kind: string;
  note: string | null;
  world: string;
}

export interface OrderItem {
  author_id: number;
  author_share_bp: number;
  author_share_cents: number;
  created_at: Generated<Timestamp>;
  licence: Generated<"single" | "additional" | "school">;
  material_id: number;
  order_id: number;
  original_price_cents: number;
  price_cents: number;
  refund_after_download: Generated<boolean>;
  refund_days: number | null;
  tax_cents: number;
  tax_rate_bp: number | null;
  title: string;
  voucher_cents: Generated<number>;
  voucher_cost_cents: Generated<number>;
  world: string;
}

export interface OwnedMaterial {
  account_id: number;
  created_at: Timestamp | null;
  licence: string | null;
  material_id: number;
  school_id: number | null;
  world: string;
}

export interface PageAnnouncement {
  changed_at: Generated<Timestamp>;
  kind: "material" | "author" | "post" | "text";
  name: Generated<string>;
  subject_id: number;
  world: string;
}

export interface PageLook {
  bands: number[];
  detail: string;
  file_id: number;
  look: string;
  page: number;
  words: number[] | null;
  world: string;
}

export interface Passkey {
  account_id: number;
  counter: number;
  created_at: Generated<Timestamp>;
  id: string;
  last_used_at: Timestamp | null;
  name: string;
  public_key: Buffer;
  transports: Generated<string[]>;
}

export interface PasskeyChallenge {
  account_id: number | null;
  challenge: string;
  expires_at: Timestamp;
}

export interface Payment {
  amount_cents: number;
  created_at: Generated<Timestamp>;
  currency: string;
  id: Generated<number>;
  order_id: number;
  provider: string;
  provider_reference: string;
  settled_at: Timestamp | null;
  status: Generated<"pending" | "processing" | "succeeded" | "declined" | "cancelled" | "unexpected">;
  surface: Generated<"page" | "fields">;
  world: string;
}

export interface PaymentDispute {
  amount_cents: number;
  closed_at: Timestamp | null;
  currency: string;
  dispute_id: string;
  fee_cents: number;
  held_cents: number;
  opened_at: Generated<Timestamp>;
  payment_id: number;
  provider: string;
  reason: string;
  status: "open" | "won" | "lost";
  world: string;
  written_off_at: Timestamp | null;
}

export interface PaymentEvent {
  event_id: string;
  provider: string;
  received_at: Generated<Timestamp>;
  type: string;
}

export interface Payout {
  account_id: number;
  amount_cents: number;
  batch_id: number | null;
  bic: string | null;
  created_at: Generated<Timestamp>;
  currency: string;
  holder: string | null;
  iban_sealed: Buffer | null;
  id: Generated<number>;
  is_account_refused: Generated<boolean>;
  last_four: string | null;
  note: string | null;
  period: string;
  reference: GeneratedAlways<string>;
  settled_at: Timestamp | null;
  status: Generated<"draft" | "held" | "approved" | "sent" | "paid" | "failed" | "refused">;
  stripe_account: string | null;
  transfer_id: string | null;
  world: string;
}

export interface PayoutBatch {
  created_at: Generated<Timestamp>;
  currency: string;
  execution_day: string;
  id: Generated<number>;
  made_by: number | null;
  world: string;
}

export interface PayoutEvent {
  actor_id: number | null;
  created_at: Generated<Timestamp>;
  from_status: PayoutStatus | null;
  id: Generated<number>;
  note: string | null;
  payout_id: number;
  to_status: PayoutStatus;
  world: string;
}

export interface Personalisation {
  account_id: number;
  popup_shown_at: Timestamp | null;
  preferences: JsonbObject | null;
  preferences_at: Timestamp | null;
}

export interface PodcastDownload {
  day: string;
  downloads: number;
  episode_id: number;
  world: string;
}

export interface PodcastListener {
  day: string;
  episode_id: number;
  listener: Buffer;
  world: string;
}

export interface PodcastSound {
  created_at: Generated<Timestamp>;
  loudness: number | null;
  made_by: number | null;
  media_type: string;
  seconds: number | null;
  size_bytes: number;
  storage_key: string;
  world: string;
}

export interface Post {
  author_id: number;
  comment_count: Generated<number>;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  editor_key: string | null;
  excerpt: Generated<string>;
  html: Generated<string>;
  id: Generated<number>;
  like_count: Generated<number>;
  material_id: number | null;
  publish_at: Timestamp | null;
  published_at: Timestamp | null;
  source: Generated<string>;
  status: Generated<"draft" | "published" | "blocked" | "deleted">;
  title: string;
  updated_at: Generated<Timestamp>;
  version: Generated<number>;
  word_count: Generated<number>;
  world: string;
}

export interface PostLike {
  account_id: number;
  created_at: Generated<Timestamp>;
  post_id: number;
  world: string;
}

export interface PostPicture {
  alt: string;
  author_id: number;
  created_at: Generated<Timestamp>;
  height: number;
  id: Generated<number>;
  image_key: string;
  width: number;
  world: string;
}

export interface PostVersion {
  author_id: number;
  created_at: Generated<Timestamp>;
  post_id: number;
  source: string;
  title: string;
  version: number;
  world: string;
}

export interface PublicationMaterial {
  decided_at: Generated<Timestamp>;
  decided_by: number;
  material_id: number;
  world: string;
}

export interface PurchaseOrder {
  account_id: number;
  cart_id: number | null;
  consent_immediate_at: Timestamp;
  consent_text_version: string;
  consent_waiver_at: Timestamp;
  country: string;
  created_at: Generated<Timestamp>;
  credit_cents: Generated<number>;
  currency: string;
  id: Generated<number>;
  not_taxed: Generated<boolean>;
  number: string | null;
  paid_at: Timestamp | null;
  purpose: Generated<"materials" | "gift_card">;
  reference: string;
  reverse_charge_vat_id: string | null;
  status: Generated<"pending" | "processing" | "paid" | "declined" | "cancelled" | "expired">;
  tax_cents: number;
  tax_rate_bp: number;
  total_cents: number;
  voucher_cents: Generated<number>;
  voucher_code: string | null;
  voucher_id: number | null;
  world: string;
}

export interface RatingRequest {
  created_at: Generated<Timestamp>;
  order_id: number;
  world: string;
}

export interface Recommendation {
  account_id: number;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  material_id: number;
  message: Generated<string>;
  world: string;
}

export interface Reconciliation {
  compared: number;
  differences: Jsonb;
  from_at: Timestamp;
  id: Generated<number>;
  made_at: Generated<Timestamp>;
  provider: string;
  to_at: Timestamp;
}

export interface RecoveryCode {
  account_id: number;
  code_hash: Buffer;
  used_at: Timestamp | null;
}

export interface ReducedMaterial {
  id: number | null;
  prior_price_cents: number | null;
  published_at: Timestamp | null;
  sale_price_cents: number | null;
  sale_until: Timestamp | null;
  saving_bp: number | null;
  world: string | null;
}

export interface RefreshToken {
  created_at: Generated<Timestamp>;
  session_hash: Buffer;
  token_hash: Buffer;
  used_at: Timestamp | null;
}

export interface Refund {
  amount_cents: number;
  created_at: Generated<Timestamp>;
  credit_cents: Generated<number>;
  currency: string;
  id: Generated<number>;
  kind: "refund" | "withdrawal" | "reverse_charge";
  order_id: number;
  payment_id: number | null;
  reason: string;
  reference: string;
  requested_by: number;
  settled_at: Timestamp | null;
  status: Generated<"pending" | "succeeded" | "failed">;
  takedown_id: number | null;
  tax_cents: number;
  world: string;
}

export interface RefundItem {
  amount_cents: number;
  author_share_cents: number;
  commission_cents: number;
  material_id: number;
  order_id: number;
  refund_id: number;
  revokes: boolean;
  tax_cents: number;
  voucher_cost_cents: Generated<number>;
  world: string;
}

export interface RefundRequest {
  account_id: number;
  answer: string | null;
  author_id: number;
  by_rule: Generated<boolean>;
  created_at: Generated<Timestamp>;
  decided_at: Timestamp | null;
  decided_by: number | null;
  id: GeneratedAlways<number>;
  material_id: number;
  order_id: number;
  reason: string;
  status: Generated<"open" | "granted" | "declined">;
  world: string;
}

export interface RefundRule {
  account_id: number;
  after_download: Generated<boolean>;
  changed_at: Generated<Timestamp>;
  days: number;
}

export interface Review {
  account_id: number;
  created_at: Generated<Timestamp>;
  edited_at: Timestamp | null;
  helpful_count: Generated<number>;
  id: Generated<number>;
  language: string;
  material_id: number;
  rating: number;
  replied_at: Timestamp | null;
  reply: string | null;
  state: Generated<"shown" | "held" | "blocked">;
  text: Generated<string>;
  world: string;
}

export interface ReviewVote {
  account_id: number;
  created_at: Generated<Timestamp>;
  review_id: number;
  world: string;
}

export interface Room {
  closed_at: Timestamp | null;
  code: string;
  content: Jsonb;
  course_id: number | null;
  course_item: string | null;
  created_at: Generated<Timestamp>;
  edition: Generated<number>;
  ends_at: Timestamp | null;
  id: Generated<number>;
  is_locked: Generated<boolean>;
  is_released: Generated<boolean>;
  is_revealed: Generated<boolean>;
  mode: "practice" | "self" | "paced" | "quiz" | "exam";
  more_ms: Generated<number>;
  opened_at: Timestamp | null;
  owner_id: number;
  paused_at: Timestamp | null;
  paused_ms: Generated<number>;
  phrase: string | null;
  purge_at: Timestamp | null;
  revealed: Generated<string[]>;
  seq: Generated<number>;
  settings: Jsonb;
  started_at: Timestamp | null;
  state_seq: Generated<number>;
  status: Generated<"draft" | "open" | "running" | "paused" | "closed">;
  step: Generated<number>;
  step_at: Timestamp | null;
  title: string;
  unit_id: number | null;
  world: string;
}

export interface RoomAnswer {
  answered_at: Generated<Timestamp>;
  answers: Jsonb;
  element_id: string;
  is_graded: Generated<boolean>;
  max: number;
  ms: number;
  participant_id: number;
  raw: number;
  room_id: number;
  scaled: number | null;
  seq: number;
  seq_local: number;
  state: "correct" | "partial" | "incorrect" | "ungraded" | "pending";
  tries: Generated<number>;
  world: string;
}

export interface RoomCode {
  code: string;
  free_at: Timestamp | null;
}

export interface RoomFile {
  bytes: number;
  created_at: Generated<Timestamp>;
  element_id: string;
  ending: string;
  id: string;
  participant_id: number;
  room_id: number;
  state: Generated<"incoming" | "here" | "gone">;
  world: string;
}

export interface RoomParticipant {
  at_element: string | null;
  at_since: Timestamp | null;
  away_count: Generated<number>;
  begun: Generated<ColumnType<Begun, string, string>>;
  factor: Generated<number>;
  finished_at: Timestamp | null;
  id: Generated<number>;
  is_hand_up: Generated<boolean>;
  is_kicked: Generated<boolean>;
  joined_at: Generated<Timestamp>;
  name: string;
  pass_id: number | null;
  phrase: string | null;
  room_id: number;
  seat: number | null;
  seq: Generated<number>;
  team: number | null;
  token_hash: Buffer;
  world: string;
}

export interface RoomSeat {
  pin: string;
  room_id: number;
  seat: number;
  world: string;
}

export interface SaleWaiting {
  id: GeneratedAlways<number>;
  material_id: number;
  world: string;
}

export interface SandboxPayment {
  amount_cents: number;
  country: string | null;
  created_at: Generated<Timestamp>;
  currency: string;
  description: string;
  order_reference: string | null;
  reference: string;
  return_url: string;
  status: Generated<"open" | "pending" | "succeeded" | "declined" | "cancelled">;
  world: string;
}

export interface SandboxRefund {
  amount_cents: number;
  created_at: Generated<Timestamp>;
  payment_reference: string;
  reference: string;
}

export interface SavedAnswer {
  body: string;
  id: Generated<number>;
  title: string;
  world: string;
}

export interface SavedSearch {
  account_id: number;
  checked_until: Generated<Timestamp>;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  id: Generated<number>;
  name: string;
  params: string;
  wants_mail: Generated<boolean>;
  world: string;
}

export interface School {
  created_at: Generated<Timestamp>;
  decided_at: Timestamp | null;
  decided_by: number | null;
  decision_reason: Generated<string>;
  id: Generated<number>;
  name: string;
  official_number: string | null;
  state: Generated<"pending" | "verified" | "rejected" | "suspended">;
  street: Generated<string>;
  town: Generated<string>;
  website_host: string | null;
  world: string;
  zip: Generated<string>;
}

export interface SchoolAccount {
  account_id: number;
  created_at: Generated<Timestamp>;
  is_verified: Generated<boolean>;
  role: Generated<"member" | "master">;
  school_id: number;
  world: string;
}

export interface SchoolInvitation {
  created_at: Generated<Timestamp>;
  email: string | null;
  expires_at: Timestamp;
  id: Generated<number>;
  school_id: number;
  token_hash: Buffer;
  uses_left: number;
  world: string;
}

export interface SchoolProof {
  code_hash: Buffer;
  expires_at: Timestamp;
  school_id: number;
  sent_at: Generated<Timestamp>;
  tries: Generated<number>;
  world: string;
}

export interface SchoolWish {
  created_at: Generated<Timestamp>;
  decided_by: number | null;
  licence: "single" | "additional" | "school" | null;
  material_id: number;
  note: Generated<string>;
  owner: GeneratedAlways<string>;
  priority: Generated<number>;
  reason: Generated<string>;
  school_id: number;
  state: Generated<"wished" | "approved" | "ordered" | "declined">;
  wished_by: number | null;
  world: string;
}

export interface SchoolWishVote {
  account_id: number;
  created_at: Generated<Timestamp>;
  material_id: number;
  school_id: number;
  world: string;
}

export interface SearchName {
  form: string;
  frequency: Generated<number>;
  sound: GeneratedAlways<string>;
  word: string;
  world: string;
}

export interface SearchSynonym {
  stem: GeneratedAlways<string | null>;
  synonyms: string[];
  term: string;
  world: string;
}

export interface SearchWord {
  form: string;
  frequency: Generated<number>;
  sound: GeneratedAlways<string>;
  word: string;
  world: string;
}

export interface SecondStepFailure {
  account_id: number;
  failed_at: Generated<Timestamp>;
  failures: Generated<number>;
}

export interface SellerBank {
  account_id: number;
  bic: string | null;
  changed_at: Generated<Timestamp>;
  country: string;
  holder: string;
  iban_sealed: Buffer;
  last_four: string;
}

export interface SellerConnect {
  account_id: number;
  changed_at: Generated<Timestamp>;
  is_chosen: Generated<boolean>;
  is_ready: Generated<boolean>;
  stripe_account: string;
}

export interface SellerPayoutSetting {
  account_id: number;
  first_reminded_at: Timestamp | null;
  is_paused: Generated<boolean>;
  last_reminded_at: Timestamp | null;
  reminders: Generated<number>;
}

export interface SellerTax {
  account_id: number;
  birth_date: string | null;
  city: string;
  country: string;
  first_name: string | null;
  kind: "private" | "business";
  last_name: string | null;
  legal_name: string | null;
  postcode: string;
  register_number: string | null;
  street: string;
  tax_number: string | null;
  updated_at: Generated<Timestamp>;
  vat_id: string | null;
}

export interface Session {
  account_id: number | null;
  authenticated_at: Timestamp | null;
  client_id: string | null;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  grant_type: string;
  impersonator_id: number | null;
  last_seen_at: Generated<Timestamp>;
  login_as_id: number | null;
  platform: string | null;
  refreshable_until: Timestamp | null;
  scope: "public" | "full";
  scopes: ProgramScope[] | null;
  second_factor: Generated<boolean>;
  token_hash: Buffer;
  user_agent: string | null;
}

export interface SocialIdentity {
  account_id: number;
  created_at: Generated<Timestamp>;
  last_used_at: Generated<Timestamp>;
  provider: "google" | "apple" | "microsoft" | "facebook";
  subject: string;
}

export interface SocialLink {
  created_at: Generated<Timestamp>;
  email: string;
  expires_at: Timestamp;
  provider: "google" | "apple" | "microsoft" | "facebook";
  public_name: string;
  subject: string;
  token_hash: Buffer;
  used_at: Timestamp | null;
  world: string;
}

export interface SoldCourse {
  course: Jsonb;
  material_id: number;
  world: string;
}

export interface SoldCourseUnit {
  material_id: number;
  unit_id: number;
  world: string;
}

export interface SoldUnit {
  material_id: number | null;
  unit_id: number | null;
  world: string | null;
}

export interface StampedFile {
  account_id: number;
  cleaned_by: Generated<number>;
  file_id: number;
  made_at: Generated<Timestamp>;
  sha256: Buffer | null;
  size_bytes: Generated<number>;
  storage_key: string | null;
  world: string;
}

export interface StatisticDay {
  author_id: number;
  buyers: Generated<number>;
  cart_adds: Generated<number>;
  day: string;
  downloads: Generated<number>;
  follows: Generated<number>;
  free_takes: Generated<number>;
  gross_cents: Generated<number>;
  material_id: number;
  refunds: Generated<number>;
  returning_buyers: Generated<number>;
  sales: Generated<number>;
  share_cents: Generated<number>;
  unfollows: Generated<number>;
  views: Generated<number>;
  world: string;
}

export interface StatisticMonth {
  author_id: number;
  buyers: Generated<number>;
  cart_adds: Generated<number>;
  day: string;
  downloads: Generated<number>;
  follows: Generated<number>;
  free_takes: Generated<number>;
  gross_cents: Generated<number>;
  material_id: number;
  refunds: Generated<number>;
  returning_buyers: Generated<number>;
  sales: Generated<number>;
  share_cents: Generated<number>;
  unfollows: Generated<number>;
  views: Generated<number>;
  world: string;
}

export interface StatisticOrigin {
  author_id: number;
  day: string;
  kind: "source" | "term";
  material_id: number;
  name: string;
  views: number;
  world: string;
}

export interface StatisticOriginMonth {
  author_id: number;
  day: string;
  kind: "source" | "term";
  material_id: number;
  name: string;
  views: number;
  world: string;
}

export interface StatisticWaiting {
  author_id: number;
  buyers: Generated<number>;
  cart_adds: Generated<number>;
  day: string;
  downloads: Generated<number>;
  follows: Generated<number>;
  free_takes: Generated<number>;
  gross_cents: Generated<number>;
  id: GeneratedAlways<number>;
  material_id: number;
  refunds: Generated<number>;
  returning_buyers: Generated<number>;
  sales: Generated<number>;
  share_cents: Generated<number>;
  source: string | null;
  term: string | null;
  unfollows: Generated<number>;
  views: Generated<number>;
  world: string;
}

export interface TaskSketch {
  bands: number[];
  element_id: string;
  print: ColumnType<never, bigint, never>;
  unit_id: number;
  version: number;
  words: number[];
  world: string;
  wrong: number[];
}

export interface TaxDocument {
  account_id: number;
  cause: string;
  content: Jsonb;
  corrects_id: number | null;
  currency: string;
  gross_cents: number;
  id: Generated<number>;
  issued_at: Generated<Timestamp>;
  kind: "invoice" | "cancellation" | "self-billing" | "receipt";
  net_cents: number;
  number: GeneratedAlways<string>;
  order_id: number | null;
  serial: GeneratedAlways<number>;
  tax_cents: number;
  world: string;
  year: number;
}

export interface TaxEvidence {
  bank_country: string | null;
  billing_country: string;
  created_at: Generated<Timestamp>;
  ip_country: string | null;
  is_contradicted: Generated<boolean>;
  order_id: number;
  postcode: string | null;
  treatment: SaleTreatment | null;
  vat_id: string | null;
  vat_id_state: string | null;
  world: string;
}

export interface TaxonomyTerm {
  active: Generated<boolean>;
  concept: string | null;
  data: Generated<JsonbObject>;
  hreflang: Generated<boolean>;
  id: string;
  kind: "school_type" | "class_grade" | "learning_years" | "material_type" | "subject";
  name: string;
  short: string | null;
  slug: string | null;
  sort: number;
  term_id: Generated<number>;
  world: string;
}

export interface TaxRate {
  country: string;
  kind: "standard" | "publication";
  rate_bp: number;
  valid_from: string;
}

export interface TermsAcceptance {
  accepted_at: Generated<Timestamp>;
  account_id: number;
  channel: "registration" | "completion" | "form" | "api" | "before";
  version: string;
  world: string;
}

export interface TextComment {
  body: string;
  id: Generated<number>;
  key: string;
  kind: string;
  made_at: Generated<Timestamp>;
  made_by: number | null;
  quote: string;
  resolved_at: Timestamp | null;
  thread_id: number | null;
  world: string;
}

export interface TextEdition {
  archived_at: Timestamp | null;
  draft: string | null;
  edited_at: Generated<Timestamp>;
  edited_by: number | null;
  former_slugs: Generated<string[]>;
  key: string;
  kind: string;
  number: Generated<number>;
  publish_at: Timestamp | null;
  published: string | null;
  published_at: Timestamp | null;
  review_asked_at: Timestamp | null;
  review_asked_by: number | null;
  title: GeneratedAlways<string | null>;
  version: Generated<number>;
  withdrawn_at: Timestamp | null;
  world: string;
}

export interface TextPicture {
  alt: string;
  created_at: Generated<Timestamp>;
  credit: Generated<string>;
  height: number;
  id: Generated<number>;
  image_key: string;
  made_by: number | null;
  width: number;
  world: string;
}

export interface TextVersion {
  id: Generated<number>;
  key: string;
  kind: string;
  made_at: Generated<Timestamp>;
  made_by: number | null;
  source: string;
  world: string;
}

export interface Ticket {
  account_id: number | null;
  assigned_to: number | null;
  changed_at: Generated<Timestamp>;
  created_at: Generated<Timestamp>;
  email: string;
  id: Generated<number>;
  name: string;
  state: Generated<"open" | "waiting" | "answered" | "closed">;
  subject: string;
  topic: string;
  world: string;
}

export interface TicketMessage {
  body: string;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  is_answer: boolean;
  ticket_id: number;
  written_by: number | null;
}

export interface Totp {
  account_id: number;
  confirmed_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  last_step: Generated<number>;
  secret: Buffer;
}

export interface TrackedEvent {
  day: string;
  id: string;
  name: string;
  page: string;
  subject: Generated<string>;
  visit: string;
  world: string;
}

export interface Unit {
  cover: Generated<string>;
  created_at: Generated<Timestamp>;
  draft: Jsonb;
  element_count: Generated<number>;
  folder_id: number | null;
  grades: Generated<string[]>;
  id: Generated<number>;
  language: Generated<string>;
  licence_material_id: number | null;
  origin_id: number | null;
  origin_version: number | null;
  owner_id: number | null;
  practice_key: string | null;
  resale_blocked: Generated<boolean>;
  revision: Generated<number>;
  school_types: Generated<string[]>;
  sketched_version: Generated<number>;
  status: Generated<"draft" | "published" | "archived">;
  subjects: Generated<string[]>;
  title: string;
  unfinished: Generated<Jsonb>;
  updated_at: Generated<Timestamp>;
  version: Generated<number>;
  world: string;
}

export interface UnitAsset {
  account_id: number;
  bytes: number;
  created_at: Generated<Timestamp>;
  hash: string;
  source: Jsonb | null;
}

export interface UnitShadow {
  account_id: number;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  overlay: Generated<Jsonb>;
  unit_id: number;
  version: number;
  world: string;
}

export interface UnitTaskOrigin {
  account_id: number;
  created_at: Generated<Timestamp>;
  element_id: string;
  first_print: string;
  last_print: string;
  material_id: number | null;
  material_world: string | null;
  unit_id: number;
  world: string;
}

export interface UnitVersion {
  content: Jsonb;
  licensed_tasks: Generated<string[]>;
  published_at: Generated<Timestamp>;
  rights: Generated<"clear" | "non_commercial" | "unclear">;
  unit_id: number;
  version: number;
  world: string;
}

export interface Upload {
  account_id: number;
  cleaned_by: Generated<number>;
  created_at: Generated<Timestamp>;
  has_language: boolean | null;
  has_text: boolean | null;
  has_title: boolean | null;
  held_until: Timestamp | null;
  id: string;
  is_tagged: boolean | null;
  left_parts: string[] | null;
  media_type: string | null;
  name: string;
  page_count: number | null;
  ready_at: Timestamp | null;
  sha256: Buffer | null;
  size_bytes: number;
  storage_key: string;
  trace: number[] | null;
  type: "material_file" | "sources" | null;
  world: string;
}

export interface VatIdCheck {
  checked_at: Generated<Timestamp>;
  id: Generated<number>;
  is_valid: boolean;
  name: string | null;
  proof: string | null;
  vat_id: string;
}

export interface Voucher {
  account_id: number | null;
  author_id: number | null;
  code: string;
  created_at: Generated<Timestamp>;
  created_by: number;
  ends_at: Timestamp | null;
  funded_by: "platform" | "author";
  id: Generated<number>;
  is_first_order: Generated<boolean>;
  kind: "percent" | "fixed";
  material_ids: ArrayType<number> | null;
  max_per_customer: number | null;
  max_uses: number | null;
  minimum_cents: Generated<number>;
  starts_at: Generated<Timestamp>;
  use_count: Generated<number>;
  value: number;
  world: string;
}

export interface VoucherUse {
  account_id: number;
  created_at: Generated<Timestamp>;
  discount_cents: number;
  email_hash: Buffer;
  order_id: number;
  status: Generated<"reserved" | "used" | "returned">;
  voucher_id: number;
  world: string;
}

export interface Database {
  account: Account;
  ai_document: AiDocument;
  ai_favorite: AiFavorite;
  ai_run: AiRun;
  author_announcement: AuthorAnnouncement;
  author_domain: AuthorDomain;
  author_follow: AuthorFollow;
  author_pin: AuthorPin;
  author_profile: AuthorProfile;
  author_section: AuthorSection;
  author_section_item: AuthorSectionItem;
  author_trader: AuthorTrader;
  author_upload: AuthorUpload;
  authorization_code: AuthorizationCode;
  billing_address: BillingAddress;
  bundle_content: BundleContent;
  bundle_item: BundleItem;
  cart: Cart;
  cart_awaited: CartAwaited;
  cart_item: CartItem;
  cart_saved: CartSaved;
  comment: Comment;
  comment_like: CommentLike;
  consent_choice: ConsentChoice;
  course: Course;
  course_pass: CoursePass;
  course_progress: CourseProgress;
  credit_lot: CreditLot;
  credit_use: CreditUse;
  data_export: DataExport;
  editor_world: EditorWorld;
  editor_world_change: EditorWorldChange;
  email_token: EmailToken;
  entitlement: Entitlement;
  event_sum: EventSum;
  exchange_rate: ExchangeRate;
  favorite: Favorite;
  favorite_share: FavoriteShare;
  folder: Folder;
  folder_material: FolderMaterial;
  form_draft: FormDraft;
  former_bundle_item: FormerBundleItem;
  free_download: FreeDownload;
  gift_card: GiftCard;
  gift_card_sale: GiftCardSale;
  help_vote: HelpVote;
  hub: Hub;
  hub_listed: HubListed;
  hub_material: HubMaterial;
  hub_wanted: HubWanted;
  idempotency_key: IdempotencyKey;
  invoice_purchase: InvoicePurchase;
  invoice_transfer: InvoiceTransfer;
  ledger_closing: LedgerClosing;
  ledger_entry: LedgerEntry;
  ledger_transaction: LedgerTransaction;
  listing_review: ListingReview;
  login_as: LoginAs;
  login_as_request: LoginAsRequest;
  mail: Mail;
  mail_consent: MailConsent;
  mail_optout: MailOptout;
  mail_recipient: MailRecipient;
  material: Material;
  material_file: MaterialFile;
  material_former_file: MaterialFormerFile;
  material_note: MaterialNote;
  material_preview: MaterialPreview;
  material_price: MaterialPrice;
  material_price_change: MaterialPriceChange;
  material_question: MaterialQuestion;
  material_report: MaterialReport;
  material_sample: MaterialSample;
  material_search: MaterialSearch;
  material_similar: MaterialSimilar;
  material_version: MaterialVersion;
  moderation_case: ModerationCase;
  moderation_decision: ModerationDecision;
  newsletter_letter: NewsletterLetter;
  newsletter_subscription: NewsletterSubscription;
  notification: Notification;
  notification_box: NotificationBox;
  notification_mute: NotificationMute;
  number_series: NumberSeries;
  oauth_client: OauthClient;
  operator_task: OperatorTask;
  order_item: OrderItem;
  owned_material: OwnedMaterial;
  page_announcement: PageAnnouncement;
  page_look: PageLook;
  passkey: Passkey;
  passkey_challenge: PasskeyChallenge;
  payment: Payment;
  payment_dispute: PaymentDispute;
  payment_event: PaymentEvent;
  payout: Payout;
  payout_batch: PayoutBatch;
  payout_event: PayoutEvent;
  personalisation: Personalisation;
  podcast_download: PodcastDownload;
  podcast_listener: PodcastListener;
  podcast_sound: PodcastSound;
  post: Post;
  post_like: PostLike;
  post_picture: PostPicture;
  post_version: PostVersion;
  publication_material: PublicationMaterial;
  purchase_order: PurchaseOrder;
  rating_request: RatingRequest;
  recommendation: Recommendation;
  reconciliation: Reconciliation;
  recovery_code: RecoveryCode;
  reduced_material: ReducedMaterial;
  refresh_token: RefreshToken;
  refund: Refund;
  refund_item: RefundItem;
  refund_request: RefundRequest;
  refund_rule: RefundRule;
  review: Review;
  review_vote: ReviewVote;
  room: Room;
  room_answer: RoomAnswer;
  room_code: RoomCode;
  room_file: RoomFile;
  room_participant: RoomParticipant;
  room_seat: RoomSeat;
  sale_waiting: SaleWaiting;
  sandbox_payment: SandboxPayment;
  sandbox_refund: SandboxRefund;
  saved_answer: SavedAnswer;
  saved_search: SavedSearch;
  school: School;
  school_account: SchoolAccount;
  school_invitation: SchoolInvitation;
  school_proof: SchoolProof;
  school_wish: SchoolWish;
  school_wish_vote: SchoolWishVote;
  search_name: SearchName;
  search_synonym: SearchSynonym;
  search_word: SearchWord;
  second_step_failure: SecondStepFailure;
  seller_bank: SellerBank;
  seller_connect: SellerConnect;
  seller_payout_setting: SellerPayoutSetting;
  seller_tax: SellerTax;
  session: Session;
  social_identity: SocialIdentity;
  social_link: SocialLink;
  sold_course: SoldCourse;
  sold_course_unit: SoldCourseUnit;
  sold_unit: SoldUnit;
  stamped_file: StampedFile;
  statistic_day: StatisticDay;
  statistic_month: StatisticMonth;
  statistic_origin: StatisticOrigin;
  statistic_origin_month: StatisticOriginMonth;
  statistic_waiting: StatisticWaiting;
  task_sketch: TaskSketch;
  tax_document: TaxDocument;
  tax_evidence: TaxEvidence;
  tax_rate: TaxRate;
  taxonomy_term: TaxonomyTerm;
  terms_acceptance: TermsAcceptance;
  text_comment: TextComment;
  text_edition: TextEdition;
  text_picture: TextPicture;
  text_version: TextVersion;
  ticket: Ticket;
  ticket_message: TicketMessage;
  totp: Totp;
  tracked_event: TrackedEvent;
  unit: Unit;
  unit_asset: UnitAsset;
  unit_shadow: UnitShadow;
  unit_task_origin: UnitTaskOrigin;
  unit_version: UnitVersion;
  upload: Upload;
  vat_id_check: VatIdCheck;
  voucher: Voucher;
  voucher_use: VoucherUse;
}
