/** Texts of the printed page of a device, for the enumerator. Buttons have the names of ODK Collect. */
export const sheetEn = {
  device: 'Device',
  manager: 'Manager',
  surveys: 'Surveys',
  code: 'QR code',
  steps: [
    'Install ODK Collect from Google Play. It is free.',
    'Open ODK Collect and tap “Configure with QR code”. If you already use it, tap the round icon at the top and then “Add project”.',
    'Point the camera at the QR code on this page. The questionnaires appear as soon as the phone has a connection.',
    'Tap “Start new form” for each interview. You can work without a connection.',
    'Tap “Finalize” at the end of the interview. The phone sends it as soon as it has a connection.',
  ],
  warning:
    'This QR code is only for you. Do not photograph it and do not give it to others. If you lose the phone or this page, tell your supervisor at once.',
} as const
