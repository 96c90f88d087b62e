import { feature, removedBy } from '#platform/features/manifest.ts'
import * as actions from './server/actions.ts'
import { personalData } from './server/personal-data.ts'
import { deleteOldDocuments } from './server/queries.ts'
import * as reads from './server/reads.ts'

/** What members keep of the tools, to edit and print. */
export const aiDocuments = feature({
  name: 'ai-documents',
  actions: Object.values(actions),
  reads: Object.values(reads),
  tables: ['ai_document'],
  personalData,
  retention: [removedBy('aiDocuments', deleteOldDocuments)],
})
