export const iam = {
  doEnableSuccess: 'User enabled successfully',
  doDisableSuccess: 'User disabled successfully',
  doEnableAllSuccess: 'User(s) enabled successfully',
  doDisableAllSuccess: 'User(s) disabled successfully',
  users: { doRemoveAllSelectedSuccess: 'User(s) removed successfully' },
  roles: { doRemoveAllSelectedSuccess: 'Role(s) removed successfully' },
  doAddSuccess: 'User(s) saved successfully',
  doUpdateSuccess: 'User saved successfully',
  errors: {
    userAlreadyExists: 'User with this email already exists',
    userNotFound: 'User not found',
    disablingHimself: "You can't disable yourself",
    revokingOwnPermission: "You can't revoke your own manager permission",
    lastManager: 'At least one enabled manager must remain',
  },
} as const

export const user = {
  fields: {
    firstName: 'First name',
    lastName: 'Last name',
    fullName: 'Name',
    email: 'Email',
    phoneNumber: 'Phone number',
    password: 'Password',
    rememberMe: 'Remember me',
    roles: 'Roles',
    avatars: 'Avatar',
  },
  validations: { email: 'Email {value} is invalid' },
} as const
