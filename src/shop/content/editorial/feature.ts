import { feature, removedBy } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import * as actions from './server/actions.ts'
import * as archiveActions from './server/archive/archive-actions.ts'
import { articlesState } from './server/articles.ts'
import * as commentActions from './server/comments/comment-actions.ts'
import { publishDueTexts } from './server/editions/editing.ts'
import * as editionActions from './server/editions/edition-actions.ts'
import * as editionReads from './server/editions/edition-reads.ts'
import * as editorActions from './server/editors/editor-actions.ts'
import { textChanged, textPictured } from './server/events.ts'
import { handlers } from './server/handlers.ts'
import { cleanTextPicturesJob, publishTextsJob } from './server/jobs.ts'
import { personalData } from './server/personal-data.ts'
import * as pictureActions from './server/pictures/picture-actions.ts'
import { cleanTextPictures } from './server/pictures/pictures.ts'
import * as reads from './server/reads.ts'
import { deleteOldVotes } from './server/retention-queries.ts'

/** Texts of the editors: help, magazine, podcast, campaigns, pages; those of a release, and what is written over them. */
export const editorial = feature({
  name: 'editorial',
  actions: [
    ...Object.values(actions),
    ...Object.values(editionActions),
    archiveActions.compareAll,
    archiveActions.takeAll,
    ...Object.values(commentActions),
    ...Object.values(pictureActions),
    editorActions.grantWorld,
  ],
  reads: [
    ...Object.values(reads),
    ...Object.values(editionReads),
    archiveActions.exportAll,
    editorActions.editors,
  ],
  events: [textChanged, textPictured],
  jobs: [
    worker(publishTextsJob, publishDueTexts, { cron: '* * * * *' }),
    worker(cleanTextPicturesJob, cleanTextPictures, { cron: '23 3 * * *' }),
  ],
  handlers,
  states: [articlesState],
  tables: [
    'help_vote',
    'text_edition',
    'text_version',
    'text_picture',
    'text_comment',
    'editor_world',
    'editor_world_change',
  ],
  personalData,
  retention: [removedBy('lists', deleteOldVotes)],
})
