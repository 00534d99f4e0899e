/** The Postgres server of a cluster, for benches. */
export { startPostgres } from '@millrace/store/testing/postgres-server'
