import { dataProtectionJob, erasureJob } from './features/data-protection/erasure-job.ts'
import { syncDisabledJob } from './features/iam/disable-user.ts'
import { removeSecondFactorJob } from './features/iam/reset-second-factor.ts'
import { maintainReadLogJob, readAlertJob, readAlertMailJob } from './features/read-log/jobs.ts'
import { phoneFilesJob } from './features/storage/phone-files-job.ts'
import { purgeFilesJob } from './features/storage/purge-files-job.ts'
import { thumbnailJob } from './features/storage/thumbnail-job.ts'
import { queryMailJob, queryMailsJob } from './features/survey-responses/answer-queries/query-mail-job.ts'
import { fillAnswersJob } from './features/survey-responses/answers/fill-answers-job.ts'
import { checkJob } from './features/survey-responses/checks/check-job.ts'
import {
  allEnumeratorsJob,
  enumeratorsJob,
} from './features/survey-responses/checks/enumerators/enumerators-job.ts'
import { calibrateJob } from './features/survey-responses/checks/queued/calibrate-job.ts'
import { recheckJob } from './features/survey-responses/checks/rules/recheck-job.ts'
import { trialJob } from './features/survey-responses/checks/rules/trial-job.ts'
import { countsJob, recountJob } from './features/survey-responses/counts/counts-job.ts'
import { exportJob } from './features/survey-responses/exports/export-job.ts'
import { sweepExportsJob } from './features/survey-responses/exports/sweep-exports-job.ts'
import { partitionsJob } from './features/survey-responses/partitions-job.ts'
import { reviewJob } from './features/survey-responses/review/review-job.ts'
import { sweepUndoJob } from './features/survey-responses/review/sweep-undo-job.ts'
import { undoReviewJob } from './features/survey-responses/review/undo-review.ts'
import { accountMailJob } from './platform/auth/account-mail-job.ts'
import { backfillJob } from './platform/database/backfill-job.ts'
import { summaryJob, summaryMailJob } from './platform/monitoring/summary-job.ts'
import { purgeJob } from './platform/purge-job.ts'

/** All jobs of the worker. The queues are created from this list. */
export const jobs = [
  accountMailJob,
  syncDisabledJob,
  removeSecondFactorJob,
  purgeJob,
  backfillJob,
  maintainReadLogJob,
  readAlertJob,
  readAlertMailJob,
  purgeFilesJob,
  thumbnailJob,
  phoneFilesJob,
  reviewJob,
  undoReviewJob,
  sweepUndoJob,
  partitionsJob,
  fillAnswersJob,
  queryMailsJob,
  queryMailJob,
  countsJob,
  checkJob,
  calibrateJob,
  enumeratorsJob,
  allEnumeratorsJob,
  recheckJob,
  trialJob,
  recountJob,
  exportJob,
  sweepExportsJob,
  erasureJob,
  dataProtectionJob,
  summaryJob,
  summaryMailJob,
] as const
