/** Paths of the account screens. spec §2 */
export const paths = {
  /**
   * The address carries the origin, which therefore survives a reload and a redirect to a sign-in provider.
   */
  signin: (from?: string) =>
    from && from !== '/' ? `/auth/signin?${new URLSearchParams({ from }).toString()}` : '/auth/signin',
  signup: () => '/auth/signup',
  forgotPassword: () => '/auth/forgot-password',
  resetPassword: () => '/auth/reset-password',
  verifyEmail: () => '/auth/verify-email',
  emailUnverified: () => '/auth/email-unverified',
  emptyPermissions: () => '/auth/empty-permissions',
  profile: () => '/profile',
  security: () => '/profile/security',
}
