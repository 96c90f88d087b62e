import { feature, removedBy } from '#platform/features/manifest.ts'
import * as actions from './server/actions.ts'
import { personalData } from './server/personal-data.ts'
import { deleteOldDrafts } from './server/queries.ts'
import { endDraft } from './server/service.ts'

/** What members typed into forms and have not sent yet, on every device of theirs. */
export const formDrafts = feature({
  name: 'form-drafts',
  actions: Object.values(actions),
  sent: endDraft,
  tables: ['form_draft'],
  personalData,
  retention: [removedBy('formDrafts', deleteOldDrafts)],
})
