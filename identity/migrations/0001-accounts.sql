-- Generated with `getMigrations(accountsOptions(…)).compileMigrations()` of better-auth 1.7.7, then reviewed
-- and formatted; a test compares the two. The names are the library's. Our additions are marked "Ours".

create table "user" (
  "id" text not null primary key,
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null,
  "image" text,
  "createdAt" timestamptz default current_timestamp not null,
  "updatedAt" timestamptz default current_timestamp not null,
  "disabled" boolean not null
);

create table "session" (
  "id" text not null primary key,
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz default current_timestamp not null,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references "user" ("id") on delete cascade
);
create index "session_userId_idx" on "session" ("userId");

create table "account" (
  "id" text not null primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references "user" ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz default current_timestamp not null,
  "updatedAt" timestamptz not null
);
create index "account_userId_idx" on "account" ("userId");
-- Ours: prevents the race of two first sign-ins, which would leave two rows; the library would then refuse
-- both forever.
create unique index "account_providerId_accountId_key" on "account" ("providerId", "accountId");

create table "verification" (
  "id" text not null primary key,
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz default current_timestamp not null,
  "updatedAt" timestamptz default current_timestamp not null
);
create index "verification_identifier_idx" on "verification" ("identifier");

create table "jwks" (
  "id" text not null primary key,
  "publicKey" text not null,
  "privateKey" text not null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz,
  "alg" text,
  "crv" text
);

-- Ours: attempts per window. Unlogged, to save the write-ahead log; a crash resets the counters.
create unlogged table rate_limits (
  key text not null primary key,
  count integer not null,
  window_ends_at timestamptz not null
);

grant select, insert, update, delete
  on "user", "session", "account", "verification", "jwks", rate_limits
  to baseline_identity;
