import { t } from '#platform/i18n.ts'

/** The author of changes by phones. Their audit entries name the device. */
const phoneAuthor = 'device'

/** Returns who made an entry: a user by address, a phone by the label of its device. */
export const authorText = ({
  createdByEmail,
  device,
}: {
  createdByEmail: string
  device?: string | null
}): string =>
  createdByEmail === phoneAuthor ? (device ?? t('entities.surveyResponses.phone.author')) : createdByEmail
