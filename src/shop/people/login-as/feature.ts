import { feature, removedBy } from '#platform/features/manifest.ts'
import { noteActing } from './server/acting.ts'
import { endActing, startActing } from './server/actions.ts'
import { personalData } from './server/personal-data.ts'
import { deleteOldLoginAs } from './server/queries.ts'

/** Admins who act in a member's name: with a reason, for an hour, every request noted. */
export const loginAs = feature({
  name: 'login-as',
  actions: [startActing, endActing],
  notes: noteActing,
  tables: ['login_as', 'login_as_request'],
  personalData,
  retention: [removedBy('adminAccess', deleteOldLoginAs)],
})
