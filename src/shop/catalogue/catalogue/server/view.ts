import type { ImageService } from '#platform/gateways/images/image-service.ts'
import { url } from '#platform/routing/url.ts'
import type {
  LicenceOffer,
  MaterialCard,
  MaterialDetail,
  Preview,
  TermRef,
} from '#platform/rules/contract/material.ts'
import type { FacetKind } from '#platform/rules/contract/search.ts'
import { type LiveWorldCode, liveWorldOr } from '#platform/rules/contract/world.ts'
import { namedCurricula } from '#platform/rules/curricula/curricula.ts'
import { interactiveFlags } from '#platform/rules/interactive-flags.ts'
import { isOffered, licencePrices, licences } from '#platform/rules/money/licence.ts'
import { hueOf } from '#platform/rules/web/subject-hue.ts'
import { videoOf } from '#platform/rules/web/video-address.ts'
import { isNewMaterial } from '../rules/new-material.ts'
import { questionView, reviewView } from './review-view.ts'
import type { AuthorRow, CardRow, DetailRow, PreviewRow } from './rows.ts'
import type { Taxonomy } from './taxonomy.ts'
import type { AuthorSummary } from './types.ts'

/** What turns ids and keys into words and addresses. */
export interface ViewParts {
  world: LiveWorldCode
  taxonomy: Taxonomy
  images: ImageService
}

/** Crops do not ask for the original's size. */
const anySize = { width: 0, height: 0 }

export function cardView({ world, taxonomy, images }: ViewParts, row: CardRow, now: Date): MaterialCard {
  const { asked_cents: asked, before_cents: before } = row
  return {
    id: row.id,
    world,
    slug: row.slug,
    title: row.title,
    url: url('material', { world, id: row.id, slug: row.slug }),
    author: {
      id: row.author_id,
      name: row.author_name,
      url: url('author', {
        world: liveWorldOr(row.author_world, world),
        id: row.author_id,
        slug: row.author_slug,
      }),
    },
    cover: coverView({ images }, row.cover_key),
    currency: row.currency,
    price: before ?? asked,
    finalPrice: asked,
    sale: before !== null,
    rating:
      row.rating_count === 0
        ? null
        : { average: Math.round((10 * row.rating_sum) / row.rating_count) / 10, count: row.rating_count },
    isBundle: row.is_bundle,
    isNew: isNewMaterial(row.created_at, now),
    isInteractive: row.interactive_id !== null,
    pageCount: row.page_count,
    formats: row.formats,
    hasSolutions: row.has_solutions,
    materialType: termName(taxonomy, world, 'material_type', row.material_type),
    grades: gradesText(taxonomy, world, row.grades),
    subject: row.subjects[0] === undefined ? '' : termName(taxonomy, world, 'subject', row.subjects[0]),
    hue: hueOf(row.subjects[0] ?? ''),
  }
}

/** The picture of a cover as cards show it; null without one. */
export function coverView(
  { images }: Pick<ViewParts, 'images'>,
  key: string | null | undefined,
): MaterialCard['cover'] {
  return key ? images.image('card', key, anySize) : null
}

export function detailView(
  parts: ViewParts,
  row: DetailRow,
  bundle: MaterialCard[],
  now: Date,
): MaterialDetail {
  const { world, taxonomy, images } = parts
  const refs = (kind: FacetKind, ids: string[]) => ids.map((id) => termRef(taxonomy, world, kind, id))
  return {
    ...cardView(parts, row, now),
    status: row.status,
    description: row.description,
    language: row.language,
    lessonMinutes: row.lesson_minutes,
    aiUse: row.ai_use,
    imageSources: row.image_sources,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    publishedAt: row.published_at && isoTime(row.published_at),
    previews: row.previews.map((each) => previewView(images, each)),
    coverAlt: row.cover_alt || null,
    video: videoOf(row.video_key, row.video_type),
    materialFiles: row.files.map((file) => ({
      id: file.id,
      type: file.type,
      name: file.name,
      mediaType: file.media_type,
      sizeBytes: file.size_bytes,
      pageCount: file.page_count,
      hasText: file.has_text,
    })),
    subjects: refs('subject', row.subjects),
    gradeTerms: refs('class_grade', row.grades),
    schoolTypes: refs('school_type', row.school_types),
    learningYears: refs('learning_years', row.learning_years),
    curricula: namedCurricula(world, row.curricula),
    type: termRef(taxonomy, world, 'material_type', row.material_type),
    keywords: row.keywords,
    bundle,
    licences: licenceOffers(row),
    versions: row.versions.map(({ created_at, added, removed, note, unit_version: unitVersion }) => ({
      at: isoTime(created_at),
      added,
      removed,
      note,
      unitVersion,
    })),
    accessibility: accessibilityOf(row.files),
    priorPrice: row.before_cents,
    partsPrice: row.parts_cents,
    reviews: row.reviews.map(reviewView),
    stars: row.star_counts,
    questions: row.questions.map(questionView),
    bestInCategories: [],
    ...interactiveFlags(row.interactive_id, row.files.filter(({ type }) => type !== 'cover').length),
    hasFixedPrice: false,
  }
}

/** A page to look at; only one that is shown can be read large. */
export function previewView(images: ImageService, row: PreviewRow): Preview {
  const { image_key: key, position, is_shown: isShown, is_solution: isSolution } = row
  return {
    ...images.image('preview', key, row),
    page: position + 1,
    isShown,
    isSolution,
    alt: row.alt || null,
    large: isShown ? images.image('zoom', key, row) : null,
  }
}

/** An author as cards and heads of pages name them. */
export function authorView({ world, images }: ViewParts, row: AuthorRow): AuthorSummary {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    url: url('author', { world: liveWorldOr(row.world, world), id: row.id, slug: row.slug }),
    subtitle: row.subtitle,
    description: row.description,
    avatar: row.image_key === null ? null : images.image('author', row.image_key, anySize),
    background: row.background_key === null ? null : images.image('background', row.background_key, anySize),
    authorSince: isoTime(row.author_since),
    totalMaterials: row.total_materials,
    totalFollowers: row.total_followers,
    isCertified: row.is_certified,
    away: row.away && {
      until: new Date(Date.parse(row.away.until) - 1).toISOString(),
      text: row.away.text,
    },
  }
}

/** '6. Klasse', '5.–6. Klasse', '1.º P, 3.º P': short enough for a card, in school order. */
export function gradesText(taxonomy: Taxonomy, world: LiveWorldCode, ids: readonly string[]): string {
  if (ids.length === 0) return ''
  if (ids.length === 1) return termName(taxonomy, world, 'class_grade', ids[0] ?? '')
  const terms = ids
    .map((id) => taxonomy.term(world, 'class_grade', id))
    .filter((term) => term !== undefined)
    .sort((left, right) => left.sort - right.sort)
  const [first, last] = [terms[0], terms.at(-1)]
  if (first === undefined || last === undefined) return ''
  const shortName = (term: { short: string | null; name: string }) => term.short ?? term.name
  if (last.sort - first.sort !== terms.length - 1) return terms.map(shortName).join(', ')
  // German short names are bare numbers; a range of them borrows the word from the last full name.
  if (/^\d+$/.test(shortName(first)) && /^\d+\./.test(last.name)) return `${shortName(first)}.–${last.name}`
  return `${shortName(first)}–${shortName(last)}`
}

function termName(taxonomy: Taxonomy, world: LiveWorldCode, kind: FacetKind, id: string): string {
  return taxonomy.term(world, kind, id)?.name ?? id
}

function termRef(taxonomy: Taxonomy, world: LiveWorldCode, kind: FacetKind, id: string): TermRef {
  const term = taxonomy.term(world, kind, id)
  return { id, name: term?.name ?? id, slug: term?.slug ?? null }
}

/** What the author set for other licences has no past of its own, so nothing is called reduced there. */
function licenceOffers(row: DetailRow): LicenceOffer[] {
  const { asked_cents: price, before_cents: before } = row
  const today = licencePrices({
    price,
    regularPrice: row.price_cents,
    additionalPrice: row.additional_price_cents,
    schoolPrice: row.school_price_cents,
  })
  return licences
    .filter((licence) => isOffered(licence, { price, isBundle: row.is_bundle }))
    .map((licence) => {
      const finalPrice = today[licence]
      return { licence, price: licence === 'single' ? (before ?? finalPrice) : finalPrice, finalPrice }
    })
}

/** A file that was never looked at (null) counts like one that failed. */
function accessibilityOf(files: DetailRow['files']): MaterialDetail['accessibility'] {
  const pdfs = files.filter((file) => file.media_type === 'application/pdf')
  const hasPassed = pdfs.every(
    (file) => file.is_tagged && file.has_title && file.has_language && file.has_text !== false,
  )
  return pdfs.length > 0 && hasPassed ? 'checked' : null
}

/** PostgreSQL writes '2026-11-21T04:18:01.123456+00:00'; the wire says '2026-11-21T04:18:01.123Z'. */
function isoTime(value: string): string {
  return new Date(value).toISOString()
}
