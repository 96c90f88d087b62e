-- Programmes become values of the search's filters: rows of materials that follow one are written anew (reindexing.ts).
update material_search s set index_version = 0
from material m where m.world = s.world and m.id = s.material_id and m.curricula <> '{}';
