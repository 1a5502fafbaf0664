import { t } from '#platform/i18n.ts'

/** Texts of the question before codes are left, which cannot be shown again. A browser does not report whether it printed. */
export const leaveTexts = ({ hasPrinted = false } = {}) => ({
  title: hasPrinted
    ? t('entities.devices.codes.leave.printed.title')
    : t('entities.devices.codes.leave.title'),
  text: hasPrinted ? t('entities.devices.codes.leave.printed.text') : t('entities.devices.codes.leave.text'),
  stay: t('entities.devices.codes.leave.stay'),
  leave: t('entities.devices.codes.leave.action'),
})
