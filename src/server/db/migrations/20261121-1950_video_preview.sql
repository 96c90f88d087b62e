-- A short video in which an author shows a material before it is bought. It is no file of the material: nobody buys it,
-- everybody may watch it.
alter table material
  add column video_key text,
  add column video_type text check (video_type in ('video/mp4', 'video/webm')),
  add constraint material_video check ((video_key is null) = (video_type is null));
