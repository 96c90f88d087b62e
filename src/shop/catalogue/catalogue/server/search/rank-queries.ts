import { type RawBuilder, sql } from 'kysely'

/**
 * Lists move a material when its popularity has grown by one part in so many: writing it into the search index with its landings
 * costs a hundred times what counting costs, and nobody sees whether a best seller sold 400 times or 401.
 */
const noticedOf = 20

/**
 * The part of a statement by which popular lists follow what was counted, where it is noticed.
 * @param counted the name of a part before it, with columns `world`, `id` and `popularity`
 */
export function moveInLists(counted: string): RawBuilder<unknown> {
  return sql`update material_search s set popularity = counted.popularity from ${sql.ref(counted)} as counted
      where s.world = counted.world and s.material_id = counted.id
        and abs(counted.popularity - s.popularity) * ${noticedOf} >= s.popularity`
}

/**
 * The same for stars, which are seen in every list, and so always.
 * @param counted as for `moveInLists`, with `rating_sum` and `rating_count` besides
 */
export function rankInLists(counted: string): RawBuilder<unknown> {
  return sql`update material_search s set popularity = counted.popularity,
      rating_avg = case when counted.rating_count > 0 then counted.rating_sum::real / counted.rating_count else 0 end
    from ${sql.ref(counted)} as counted where s.world = counted.world and s.material_id = counted.id`
}
