import { countsReading } from './features/survey-responses/counts/counts-reading.ts'
import { exportReading } from './features/survey-responses/exports/export-reading.ts'
import { intakeReading } from './features/survey-responses/intake/intake-reading.ts'
import { backupReading } from './platform/monitoring/backup.ts'
import { certificateReading } from './platform/monitoring/certificate.ts'
import { databaseReading } from './platform/monitoring/database.ts'
import { diskReading } from './platform/monitoring/disk.ts'
import { edgeReading } from './platform/monitoring/edge.ts'
import { queueReading } from './platform/monitoring/queue.ts'

/** All readings of the worker, for its metrics and the daily summary. */
export const readings = [
  databaseReading,
  edgeReading,
  certificateReading,
  diskReading,
  backupReading,
  queueReading,
  exportReading,
  countsReading,
  intakeReading,
] as const
