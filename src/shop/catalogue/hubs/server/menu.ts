import type { Context } from '#platform/context/context.ts'
import { url } from '#platform/routing/url.ts'
import type { FacetKind, MegaMenu } from '#platform/rules/contract/search.ts'
import type { Term } from '#shop/catalogue/catalogue/server/types.ts'
import { schoolMenu } from './sliders.ts'

/**
 * School types with their grades, and their subjects with exact counts (GET v3/mega-menu/get-subjects). Addresses lead
 * to the landing where there is one, else to the search.
 */
export async function megaMenu(context: Context): Promise<MegaMenu> {
  const { world, taxonomy } = context
  const landing = await schoolMenu(context)
  const schools = taxonomy.terms(world, 'school_type').filter(({ data }) => data.kind === 'leaf')
  return {
    schools: schools.map((school) => {
      const address = (kind: FacetKind, id: string) =>
        url('search', { world, query: { school_type: school.id, [kind]: id } })
      const belongs = ({ data }: Term) =>
        Array.isArray(data.school_types) && data.school_types.includes(school.id)
      return {
        type: school.id,
        schoolName: school.name,
        url: landing(school.id)?.url ?? url('search', { world, query: { school_type: school.id } }),
        materialsCount: landing(school.id)?.count ?? 0,
        grades: taxonomy
          .terms(world, 'class_grade')
          .filter(belongs)
          .map(({ id, name }) => ({ id, title: name, url: address('class_grade', id) })),
        subjects: taxonomy
          .terms(world, 'subject')
          .filter(belongs)
          .map(({ id, name }) => ({
            id,
            title: name,
            materialsCount: landing(school.id, id)?.count ?? 0,
            url: landing(school.id, id)?.url ?? address('subject', id),
          })),
      }
    }),
  }
}
