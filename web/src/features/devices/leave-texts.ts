import { t } from '#platform/i18n.ts'

/** Texts of the question before codes are left, which cannot be shown again. */
export const leaveTexts = () => ({
  title: t('entities.devices.codes.leave.title'),
  text: t('entities.devices.codes.leave.text'),
  stay: t('entities.devices.codes.leave.stay'),
  leave: t('entities.devices.codes.leave.action'),
})
