import { newMaterialDays } from '#platform/limits.ts'

const dayMs = 86_400_000

/** Specification 9: a material carries "new" within 14 days of its creation. */
export function isNewMaterial(createdAt: Date | string, now: Date = new Date()): boolean {
  const age = now.getTime() - new Date(createdAt).getTime()
  return age >= 0 && age < newMaterialDays * dayMs
}
