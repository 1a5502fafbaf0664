/** Texts that belong to no single entity. */
export const shared = {
  app: {
    title: 'Baseline Survey',
  },
  common: {
    cancel: 'Cancel',
    language: 'Language',
    retry: 'Try again',
    save: 'Save',
    requestId: 'Request {id}',
  },
  pages: {
    forbidden: "Sorry, you don't have access to this page",
    notFound: 'Sorry, the page you visited does not exist',
    failure: 'Sorry, the server is reporting an error',
    backToHome: 'Back to home',
  },
  roles: {
    manager: { label: 'Manager', description: 'Full access to all resources' },
    supervisor: { label: 'Supervisor', description: 'Reviews survey responses' },
    monitor: { label: 'Monitor', description: 'Sees figures only' },
    enumerator: { label: 'Enumerator', description: 'Interviews households' },
  },
  errors: {
    defaultErrorMessage: 'Ops, an error occurred',
    invalid: 'Please correct the marked values',
    tooLarge: 'This request is too large',
    idempotencyKeyReused: 'This Idempotency-Key was already used for another request',
    recordNotFound: 'This record no longer exists',
    unauthenticated: 'Please sign in',
    forbidden: "You don't have permission to do this",
    notFound: 'Not found',
    tooManyRequests: 'Too many attempts. Please wait a moment and try again.',
    unavailable: 'The service is not available right now. Please try again in a moment.',
  },
  validation: {
    mixed: {
      default: '{path} is invalid',
      required: '{path} is required',
      oneOf: '{path} must be one of the following values: {values}',
    },
    string: {
      length: '{path} must be exactly {length} characters',
      min: '{path} must be at least {min} characters',
      max: '{path} must be at most {max} characters',
      matches: '{path} must match the following: "{regex}"',
      email: '{path} must be a valid email',
      url: '{path} must be a valid URL',
      trim: '{path} must not begin or end with spaces',
      lowercase: '{path} must be in lower case',
      uppercase: '{path} must be in upper case',
      selected: '{path} must be selected',
      phone: '{path} must start with a digit',
    },
    number: {
      min: '{path} must be greater than or equal to {min}',
      max: '{path} must be less than or equal to {max}',
      lessThan: '{path} must be less than {less}',
      moreThan: '{path} must be greater than {more}',
      notEqual: '{path} must not be equal to {notEqual}',
      positive: '{path} must be a positive number',
      negative: '{path} must be a negative number',
      integer: '{path} must be a whole number',
    },
    date: {
      min: '{path} must be later than {min}',
      max: '{path} must be earlier than {max}',
    },
    array: {
      min: '{path} must have at least {min} items',
      max: '{path} must have at most {max} items',
    },
    object: {
      noUnknown: '{path} must not have unknown keys: {keys}',
    },
  },
  fileUploader: {
    image: 'You must upload an image',
    size: 'File is too big. Max allowed size is {0}',
    formats: "Invalid format. Must be '{0}'",
  },
  importer: {
    processed: 'Processed {0} of {1}.',
    errors: {
      invalidFileExcel: 'Only Excel (.xlsx) files are allowed',
      invalidFileUpload: 'Invalid file. Make sure you are using the latest version of the template.',
      invalidFileEmpty: 'The file is empty',
      importHashRequired: 'The import hash is required',
      importHashExistent: 'Data has already been imported',
    },
  },
  exporter: {
    complete: 'Export Complete. Click to download',
    failed: 'Update failed',
  },
} as const
