-- A keyed hash of the network a member reported from: reports of one network count once towards holding back words.
-- Null: a stranger's report, which never counts.
alter table material_report add column network text;
