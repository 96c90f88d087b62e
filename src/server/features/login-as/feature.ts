import { feature, removedBy } from '../manifest.ts'
import { noteActing } from './acting.ts'
import { endActing, startActing } from './actions.ts'
import { personalData } from './personal-data.ts'
import { deleteOldLoginAs } from './queries.ts'

/** Admins who act in a member's name: with a reason, for an hour, every request noted. */
export const loginAs = feature({
  name: 'login-as',
  actions: [startActing, endActing],
  notes: noteActing,
  tables: ['login_as', 'login_as_request'],
  personalData,
  retention: [removedBy('adminAccess', deleteOldLoginAs)],
})
