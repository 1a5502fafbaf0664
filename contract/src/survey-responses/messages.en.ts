export const surveyResponses = {
  create: { success: 'Survey response saved successfully' },
  update: { success: 'Survey response saved successfully' },
  destroy: { success: 'Survey response deleted successfully' },
  destroyAll: { success: 'Survey responses deleted successfully' },
} as const
