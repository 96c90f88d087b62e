import { feature } from '#platform/features/manifest.ts'
import { taxonomyChanged } from './server/events.ts'
import { authorView, materialView, searchFilters, searchRun, searchSuggest } from './server/reads.ts'
import { taxonomyState } from './server/taxonomy.ts'

/** What is for sale, as the public sees it: search, filters, pages of materials and authors. */
export const catalogue = feature({
  name: 'catalogue',
  reads: [materialView, searchRun, searchSuggest, searchFilters, authorView],
  events: [taxonomyChanged],
  states: [taxonomyState],
  tables: [
    'taxonomy_term',
    'material_search',
    'material_similar',
    'material_sample',
    'search_word',
    'search_name',
  ],
  personalData: [
    {
      table: 'material_search',
      account: 'author_id',
      export: { no: 'The index of the search, made of the material itself.' },
      erase: { keep: 'Goes with its material.' },
    },
    {
      table: 'material_sample',
      account: 'author_id',
      export: { no: 'A part of the index of the search.' },
      erase: { keep: 'Goes with its material.' },
    },
  ],
})
