/** The links to the screens of signing in. spec §2 */
export const paths = {
  /** The origin survives a reload and a round trip to a provider, because it stands in the address. */
  signin: (from?: string) =>
    from && from !== '/' ? `/auth/signin?${new URLSearchParams({ from }).toString()}` : '/auth/signin',
  signup: () => '/auth/signup',
  forgotPassword: () => '/auth/forgot-password',
  resetPassword: () => '/auth/reset-password',
  verifyEmail: () => '/auth/verify-email',
  emailUnverified: () => '/auth/email-unverified',
  emptyPermissions: () => '/auth/empty-permissions',
  profile: () => '/profile',
}
