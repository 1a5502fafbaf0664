export const userDetails = {
  create: { success: 'User details saved successfully' },
  update: { success: 'User details saved successfully' },
  destroy: { success: 'User details deleted successfully' },
  destroyAll: { success: 'User details deleted successfully' },
} as const
