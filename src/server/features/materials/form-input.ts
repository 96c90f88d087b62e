import { readId } from '#shared/contract/world.ts'
import { maxPdfPages } from '#shared/limits.ts'
import type { AiUse } from '#shared/rules/ai-use.ts'
import { parsePages } from '#shared/rules/preview-pages.ts'
import { type FieldInput, parsePrice } from './fields.ts'

interface FormFields {
  values: Record<string, string>
  lists: Record<string, string[]>
}

/**
 * The fields of an HTML form or multipart call as the service takes them. Prices are typed in the currency's main
 * unit (`price`, `salePrice`, `additionalPrice`, `schoolPrice`: "2,50") or given in cents (`priceCents`, `salePriceCents` ...); keywords stand in one
 * line, parted by commas, pages as for a printer ("1-3, 5"); empty leaves them to the rule.
 */
export function inputOfForm({ values, lists }: FormFields): FieldInput {
  const keywords = (lists.keywords ?? []).flatMap((line) => line.split(/[,;\n]/))
  return {
    title: values.title ?? '',
    description: values.description ?? '',
    subjects: choices(lists.subjects),
    grades: choices(lists.grades),
    schoolTypes: choices(lists.schoolTypes),
    learningYears: choices(lists.learningYears),
    curricula: choices(lists.curricula),
    materialType: values.materialType ?? '',
    language: values.language ?? '',
    keywords,
    price: cents(values.priceCents, values.price),
    salePrice: cents(values.salePriceCents, values.salePrice) ?? null,
    saleFrom: values.saleFrom || null,
    saleUntil: values.saleUntil || null,
    additionalPrice: cents(values.additionalPriceCents, values.additionalPrice) ?? null,
    schoolPrice: cents(values.schoolPriceCents, values.schoolPrice) ?? null,
    previewPages: pages(values.previewPages),
    solutionPages: pages(values.solutionPages),
    // A form without pages to describe says nothing about them.
    ...(lists.pageAlts !== undefined && lists.pageAlts.length > 0 && { pageAlts: lists.pageAlts }),
    lessonMinutes: minutes(values.lessonMinutes),
    stampsFiles: values.withoutStamp !== '1',
    isOwnWork: values.isOwnWork === '1',
    imageSources: values.imageSources ?? '',
    // What is none of them is refused with the field's name.
    aiUse: values.aiUse ? (values.aiUse as AiUse) : null,
    ...((values.interactiveId !== undefined || values.courseId !== undefined) && {
      interactiveId: interactive(values.interactiveId ?? ''),
      courseId: interactive(values.courseId ?? ''),
      mayCopyInteractive: values.mayCopyInteractive === 'on' || values.mayCopyInteractive === '1',
    }),
  }
}

function interactive(typed: string): number | null {
  return typed === '' ? null : (readId(typed) ?? Number.NaN)
}

function pages(typed: string | undefined): number[] | null {
  return typed?.trim() ? (parsePages(typed, maxPdfPages) ?? [Number.NaN]) : null
}

function minutes(typed = ''): number | null {
  const digits = typed.trim()
  if (digits === '') return null
  return /^\d{1,5}$/.test(digits) ? Number(digits) : Number.NaN
}

function choices(list: string[] | undefined): string[] {
  return (list ?? []).filter(Boolean)
}

function cents(inCents: string | undefined, typed: string | undefined): number | undefined {
  if (inCents) return /^\d{1,8}$/.test(inCents) ? Number(inCents) : Number.NaN
  return typed ? parsePrice(typed) : undefined
}
