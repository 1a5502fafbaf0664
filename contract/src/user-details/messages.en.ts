export const userDetails = {
  create: { success: 'User details saved successfully' },
  update: { success: 'User details saved successfully' },
  destroy: { success: 'User details deleted successfully' },
  destroyAll: { success: 'User details deleted successfully' },
  errors: {
    managerNotFound: 'Manager not found',
    ownManager: 'A person cannot be their own manager',
  },
} as const
