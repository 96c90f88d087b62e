import { type FormFields, partsReader } from '#platform/http/form/form-fields.ts'
import type { FieldInput } from '../types.ts'
import { listingFields } from './listing-fields.ts'

const readListing = partsReader(listingFields)

/**
 * The fields of an HTML form or multipart call as the service takes them: prices are cents, whichever way they were
 * given; empty leaves pages and licences to their rules.
 */
export function inputOfForm(form: FormFields): FieldInput {
  const { priceCents, salePriceCents, additionalPriceCents, schoolPriceCents, ...rest } = readListing(form)
  const { withoutStamp, pageAlts = [], interactiveId, courseId, mayCopyInteractive, ...listing } = rest
  const asksForExercise = form.values.interactiveId !== undefined || form.values.courseId !== undefined
  return {
    ...listing,
    price: priceCents ?? listing.price,
    salePrice: salePriceCents ?? listing.salePrice ?? null,
    additionalPrice: additionalPriceCents ?? listing.additionalPrice ?? null,
    schoolPrice: schoolPriceCents ?? listing.schoolPrice ?? null,
    stampsFiles: !withoutStamp,
    // A form without pages to describe, or without exercises to choose from, says nothing about them.
    ...(pageAlts.length > 0 && { pageAlts }),
    ...(asksForExercise && { interactiveId, courseId, mayCopyInteractive }),
  }
}
