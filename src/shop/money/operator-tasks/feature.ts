import { feature } from '#platform/features/manifest.ts'
import { taskDone } from './server/actions.ts'
import { operatorTasksPersonalData } from './server/personal-data.ts'
import { taskList } from './server/reads.ts'

/** What only a person can settle, and who did. */
export const operatorTasks = feature({
  name: 'operator-tasks',
  actions: [taskDone],
  reads: [taskList],
  tables: ['operator_task'],
  personalData: operatorTasksPersonalData,
})
