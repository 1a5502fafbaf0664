import type { Feature } from '#platform/feature.ts'

import { paths } from './paths.ts'

/** Sign-in, sign-up, account pages and the profile. spec §2 */
export const auth: Feature = {
  screens: [
    {
      path: paths.signin(),
      access: 'public',
      title: 'auth.signin',
      load: async () => (await import('./signin-page.tsx')).SigninPage,
    },
    {
      path: paths.signup(),
      access: 'public',
      title: 'auth.signup',
      load: async () => (await import('./signup-page.tsx')).SignupPage,
    },
    {
      path: paths.forgotPassword(),
      access: 'public',
      title: 'auth.forgotPassword',
      load: async () => (await import('./forgot-password-page.tsx')).ForgotPasswordPage,
    },
    {
      path: paths.resetPassword(),
      access: 'open',
      title: 'auth.resetPassword.title',
      load: async () => (await import('./reset-password-page.tsx')).ResetPasswordPage,
    },
    {
      path: paths.verifyEmail(),
      access: 'open',
      title: 'auth.verifyEmail.title',
      load: async () => (await import('./verify-email-page.tsx')).VerifyEmailPage,
    },
    {
      path: paths.emailUnverified(),
      access: 'emailUnverified',
      title: 'auth.emailUnverified.title',
      load: async () => (await import('./email-unverified-page.tsx')).EmailUnverifiedPage,
    },
    {
      path: paths.emptyPermissions(),
      access: 'emptyPermissions',
      title: 'auth.emptyPermissions.title',
      load: async () => (await import('./empty-permissions-page.tsx')).EmptyPermissionsPage,
    },
    {
      path: paths.profile(),
      access: 'private',
      title: 'auth.profile.title',
      load: async () => (await import('./profile-page.tsx')).ProfilePage,
    },
    {
      path: paths.security(),
      access: 'private',
      title: 'auth.security.title',
      load: async () => (await import('./security-page.tsx')).SecurityPage,
    },
  ],
}
