import type { ImageService } from '#platform/gateways/images/image-service.ts'
import { withColon } from '#platform/i18n/format.ts'
import { url } from '#platform/routing/url.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { FacetKind } from '#platform/rules/contract/search.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { curriculaOf } from '#platform/rules/curricula/curricula.ts'
import { contentLanguages } from '#platform/rules/search-attributes.ts'
import type { Taxonomy } from '#shop/catalogue/catalogue/server/types.ts'
import { isChoice } from './editing/fields.ts'
import type { ReviewRow } from './publishing/review-queries.ts'
import type { MaterialRow } from './queries.ts'
import type { MaterialFields, MaterialFormOptions, OwnMaterial } from './types.ts'

export function ownView(
  { world, images }: { world: LiveWorldCode; images: ImageService },
  row: MaterialRow,
  review?: ReviewRow,
): OwnMaterial {
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    status: row.status,
    url: url('material', { world, id: row.id, slug: row.slug }),
    editUrl: url('edit-material', { world, materialId: row.id }),
    cover: row.cover_key === null ? null : images.image('card', row.cover_key, { width: 0, height: 0 }),
    currency: row.currency,
    price: row.price_cents,
    isPriceSaid: row.is_price_said,
    salesCount: row.sales_count,
    rating:
      row.rating_count === 0
        ? null
        : { average: Math.round((10 * row.rating_sum) / row.rating_count) / 10, count: row.rating_count },
    previewState: row.preview_state,
    updatedAt: row.updated_at.toISOString(),
    publishedAt: row.published_at?.toISOString() ?? null,
    review: row.status === 'draft' ? reviewView(review) : null,
  }
}

function reviewView(review: ReviewRow | undefined): OwnMaterial['review'] {
  if (review === undefined || review.state === 'published') return null
  return { state: review.state, note: review.state === 'proposed' ? '' : review.note }
}

/** What an author says of a material, as its form has it. */
export function fieldsOf(row: MaterialRow): MaterialFields {
  return {
    title: row.title,
    description: row.description,
    subjects: row.subjects,
    grades: row.grades,
    schoolTypes: row.school_types,
    learningYears: row.learning_years,
    curricula: row.curricula,
    materialType: row.material_type,
    language: row.language,
    keywords: row.keywords,
    price: row.price_cents,
    isPriceSaid: row.is_price_said,
    ...saleOf(row),
    additionalPrice: row.additional_price_cents,
    schoolPrice: row.school_price_cents,
    previewPages: row.preview_pages,
    solutionPages: row.solution_pages,
    pageAlts: row.page_alts,
    lessonMinutes: row.lesson_minutes,
    stampsFiles: row.stamps_files,
    isOwnWork: row.is_own_work,
    imageSources: row.image_sources,
    aiUse: row.ai_use,
    interactiveId: row.course_id === null ? row.interactive_id : null,
    courseId: row.course_id,
    mayCopyInteractive: row.may_copy_interactive,
  }
}

/** What the form's lists offer, in the world's words and order. */
export function formOptions(place: { taxonomy: Taxonomy; world: LiveWorldCode }): MaterialFormOptions {
  const { taxonomy, world } = place
  const choices = (kind: FacetKind) =>
    taxonomy
      .terms(world, kind)
      .filter((term) => isChoice(place, kind, term.id))
      .map(({ id, name }) => ({ id, name }))
  const names = new Intl.DisplayNames([worldOf(world).intl], { type: 'language' })
  return {
    subjects: choices('subject'),
    grades: choices('class_grade'),
    schoolTypes: choices('school_type'),
    learningYears: choices('learning_years'),
    curricula: curriculaOf(world).map(({ id, framework, name }) => ({
      id,
      name: `${withColon(framework, world)} ${name}`,
    })),
    materialTypes: choices('material_type'),
    // 'zxx' is the language tag for "no linguistic content".
    languages: contentLanguages.map((id) => ({ id, name: names.of(id === 'none' ? 'zxx' : id) ?? id })),
  }
}

/** The sale that runs or is going to; one that is over is none. */
function saleOf(row: MaterialRow): Pick<MaterialFields, 'salePrice' | 'saleFrom' | 'saleUntil'> {
  if (row.planned_sale_from !== null)
    return {
      salePrice: row.planned_sale_cents,
      saleFrom: row.planned_sale_from.toISOString(),
      saleUntil: row.planned_sale_until?.toISOString() ?? null,
    }
  if (!row.is_on_sale) return { salePrice: null, saleFrom: null, saleUntil: null }
  return { salePrice: row.sale_price_cents, saleFrom: null, saleUntil: row.sale_until?.toISOString() ?? null }
}
