-- What is sold is counted on its material once a minute. In a page without room the new version of a row goes to another page, and
-- to six indexes with it, each a page of its own in a large catalogue; beside the old one it is one page, and no index hears of it.
-- Pages that are full already get their room as their rows change.
alter table material set (fillfactor = 85);
